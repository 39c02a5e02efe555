import { z } from 'zod'

const OPERATORS = ['is', 'is_not', 'contains', 'matches'] as const
export const VISIT_DIMENSIONS = [
  'entry',
  'exit',
  'source',
  'channel',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'country',
  'language',
  'device',
  'browser',
  'system',
] as const
const EVENT_DIMENSIONS = ['page', 'event', 'goal'] as const

export type VisitDimension = (typeof VISIT_DIMENSIONS)[number]
type EventDimension = (typeof EVENT_DIMENSIONS)[number]

export interface FilterTerm {
  operator: (typeof OPERATORS)[number]
  dimension: VisitDimension | EventDimension | 'property'
  /** Name of the property, if the dimension is `property`. */
  property?: string
  /** One of them must match. */
  values: readonly string[]
}

export type Filter = FilterTerm | { all: readonly Filter[] } | { any: readonly Filter[] } | { not: Filter }

const MAX_DEPTH = 4
const MAX_TERMS = 20
const MAX_VALUES = 50
const MAX_VALUE_LENGTH = 2000
const DIMENSIONS: readonly string[] = [...VISIT_DIMENSIONS, ...EVENT_DIMENSIONS]

class FilterError extends Error {}

function readDimension(text: unknown): Pick<FilterTerm, 'dimension' | 'property'> {
  if (typeof text === 'string' && DIMENSIONS.includes(text)) return { dimension: text as FilterTerm['dimension'] }
  const property = typeof text === 'string' ? /^property:(.{1,100})$/su.exec(text)?.[1] : undefined
  if (property !== undefined) return { dimension: 'property', property }
  throw new FilterError(`uses an unknown dimension; use one of ${DIMENSIONS.join(', ')}, property:NAME`)
}

function readTerm(operator: FilterTerm['operator'], [dimension, ...values]: unknown[]): FilterTerm {
  const named = readDimension(dimension)
  if (values.length === 0 || values.length > MAX_VALUES) throw new FilterError(`needs 1 to ${MAX_VALUES} values`)
  const texts = values.map((value) => {
    if (typeof value !== 'string' || value.length > MAX_VALUE_LENGTH)
      throw new FilterError(`must have text values of at most ${MAX_VALUE_LENGTH} characters`)
    return value
  })
  const isExact = operator === 'is' || operator === 'is_not'
  if (named.dimension === 'goal' && (!isExact || texts.some((text) => !/^[1-9]\d{0,14}$/.test(text))))
    throw new FilterError('must use goal IDs with is or is_not')
  return { operator, ...named, values: texts }
}

function readFilter(input: unknown, depth: number): Filter {
  if (!Array.isArray(input) || depth > MAX_DEPTH)
    throw new FilterError(`must be arrays nested at most ${MAX_DEPTH} levels deep`)
  const [head, ...rest] = input as unknown[]
  if (head === 'and' || head === 'or' || head === 'not') {
    const inner = rest.map((each) => readFilter(each, depth + 1))
    const [only] = inner
    if (!only || (head === 'not' && inner.length > 1))
      throw new FilterError(`has a wrong number of arguments after "${head}"`)
    return head === 'and' ? { all: inner } : head === 'or' ? { any: inner } : { not: only }
  }
  const operator = OPERATORS.find((each) => each === head)
  if (!operator) throw new FilterError(`must start with and, or, not, ${OPERATORS.join(', ')}`)
  return readTerm(operator, rest)
}

/** Every term of a filter. */
export function termsOf(filter: Filter): FilterTerm[] {
  if ('all' in filter) return filter.all.flatMap(termsOf)
  if ('any' in filter) return filter.any.flatMap(termsOf)
  return 'not' in filter ? termsOf(filter.not) : [filter]
}

/** Throws an Error whose message continues a sentence that starts with the field name. */
export function parseFilter(text: string): Filter {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    throw new FilterError('is not valid JSON')
  }
  const filter = readFilter(input, 1)
  if (termsOf(filter).length > MAX_TERMS) throw new FilterError(`must have at most ${MAX_TERMS} conditions`)
  return filter
}

function addIssue(context: z.core.$RefinementCtx, error: unknown): never {
  if (!(error instanceof FilterError)) throw error
  context.issues.push({ code: 'custom', message: error.message, input: context.value })
  return z.NEVER
}

export const Filters = z
  .string()
  .max(8000)
  .transform((text, context): Filter => {
    try {
      return parseFilter(text)
    } catch (error) {
      return addIssue(context, error)
    }
  })
  .meta({
    description:
      'Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not',
  })

export interface FunnelStep {
  text: string
  kind: 'page' | 'event' | 'goal'
  value: string
}

function readSteps(text: string): FunnelStep[] {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    throw new FilterError('is not valid JSON')
  }
  if (!Array.isArray(input) || input.length < 2 || input.length > 8)
    throw new FilterError('must be an array of 2 to 8 steps')
  return (input as unknown[]).map((step) => {
    const found = typeof step === 'string' ? /^(page|event|goal):(.{1,2000})$/su.exec(step) : null
    const [all, kind, value] = found ?? []
    if (all === undefined || value === undefined || (kind === 'goal' && !/^[1-9]\d{0,14}$/.test(value)))
      throw new FilterError('must have steps such as "page:/pricing*", "event:signup" or "goal:12"')
    return { text: all, kind: kind as FunnelStep['kind'], value }
  })
}

export const FunnelSteps = z
  .string()
  .max(16_000)
  .transform((text, context): FunnelStep[] => {
    try {
      return readSteps(text)
    } catch (error) {
      return addIssue(context, error)
    }
  })
  .meta({ description: 'JSON array of 2 to 8 steps: "page:/pricing*", "event:signup", "goal:12"' })
