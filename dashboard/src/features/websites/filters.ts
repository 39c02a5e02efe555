import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const OPERATORS = ['is', 'is_not', 'contains', 'matches'] as const
export type Operator = (typeof OPERATORS)[number]

export const OPERATOR_NAMES: Record<Operator, MessageDescriptor> = {
  is: msg`is`,
  is_not: msg`is not`,
  contains: msg`contains`,
  matches: msg`matches`,
}

/** One condition of the visits shown; several hold together. `dimension` may be `property:NAME`. */
export interface Term {
  operator: Operator
  dimension: string
  values: readonly string[]
}

function readTerm(input: unknown): Term | undefined {
  if (!Array.isArray(input)) return undefined
  const [head, dimension, ...values] = input as unknown[]
  const operator = OPERATORS.find((each) => each === head)
  if (operator === undefined || typeof dimension !== 'string' || values.length === 0) return undefined
  return values.every((value) => typeof value === 'string') ? { operator, dimension, values } : undefined
}

/** The API's own text, as far as chips can show it; whatever else stands in the address is no filter. */
export function parseTerms(text: string | undefined): Term[] {
  if (text === undefined) return []
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    return []
  }
  const all: unknown[] = Array.isArray(input) && input[0] === 'and' ? (input as unknown[]).slice(1) : [input]
  const terms = all.map(readTerm)
  return terms.every((term) => term !== undefined) ? terms : []
}

export function writeTerms(terms: readonly Term[]): string | undefined {
  const all = terms.map(({ operator, dimension, values }) => [operator, dimension, ...values])
  if (all.length === 0) return undefined
  return JSON.stringify(all.length === 1 ? all[0] : ['and', ...all])
}

const isChosen = (term: Term, dimension: string): boolean => term.dimension === dimension && term.operator === 'is'

/** The one value that is filtered by, or null. */
export function chosenValue(terms: readonly Term[], dimension: string): string | null {
  const term = terms.find((each) => isChosen(each, dimension))
  return term?.values.length === 1 ? (term.values[0] ?? null) : null
}

/** One click: only this value; once more: all again. */
export function toggleValue(terms: readonly Term[], dimension: string, value: string): Term[] {
  const others = terms.filter((term) => !isChosen(term, dimension))
  if (chosenValue(terms, dimension) === value) return others
  return [...others, { operator: 'is', dimension, values: [value] }]
}

const OPPOSITES: Partial<Record<Operator, Operator>> = { is: 'is_not', is_not: 'is' }

/** "is" becomes "is not" and back. Several that are excluded become one condition, for all of them hold. */
export function flipTerm(terms: readonly Term[], index: number): Term[] {
  const term = terms[index]
  const operator = term && OPPOSITES[term.operator]
  if (!term || operator === undefined) return [...terms]
  const same = terms.findIndex(
    (each, at) => at !== index && each.dimension === term.dimension && each.operator === operator,
  )
  const merged = terms[same]
  if (!merged) return terms.map((each, at) => (at === index ? { ...term, operator } : each))
  const values = [...new Set([...merged.values, ...term.values])]
  return terms.filter((_, at) => at !== index).map((each) => (each === merged ? { ...merged, values } : each))
}

export const removeTerm = (terms: readonly Term[], index: number): Term[] => terms.filter((_, at) => at !== index)
