import type { z } from 'zod'
import { runAtOnce } from '../platform/slices.ts'
import { isInteger } from './form.ts'
import { type FieldError, problem } from './problem.ts'

export interface Rules {
  /** The error code for an unknown name: a body has fields, a query has parameters. */
  unknown: 'unknown_field' | 'unknown_parameter'
  readOnly?: readonly string[]
}

interface Countable {
  codes: [small: string, big: string]
  unit: [one: string, many: string]
}

const ENTRIES: Countable = { codes: ['too_few', 'too_many'], unit: ['entry', 'entries'] }
const COUNTED: Record<string, Countable> = {
  string: { codes: ['too_short', 'too_long'], unit: ['character', 'characters'] },
  array: ENTRIES,
  set: ENTRIES,
}

function sizeError(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): [string, string] {
  const small = issue.code === 'too_small'
  const limit = Number(small ? issue.minimum : issue.maximum)
  const bound = small ? 'at least' : 'at most'
  const counted = COUNTED[issue.origin]
  if (!counted) return [small ? 'too_small' : 'too_big', `must be ${bound} ${limit}`]
  const code = counted.codes[small ? 0 : 1]
  if (small && limit === 1) return [code, 'must not be empty']
  return [code, `must have ${bound} ${limit} ${counted.unit[limit === 1 ? 0 : 1]}`]
}

const TYPES: Record<string, string> = { int: 'an integer', array: 'an array', object: 'an object', record: 'an object' }

const FORMATS: Record<string, string> = {
  datetime: 'must be a time with a time zone, such as 2030-01-31T12:00:00Z',
  date: 'must be a date, such as 2030-01-31',
}

/** `0 or 1`, `10, 25, 50 or 100`. */
const listChoices = (values: readonly unknown[]): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`

/** Its `input` is the whole object, not the field that tells the variants apart. */
function describeDiscriminator(name: string, issue: z.core.$ZodIssueInvalidUnion): [code: string, message: string] {
  const isPresent = typeof issue.input === 'object' && issue.input !== null && Object.hasOwn(issue.input, name)
  const options = (issue as { options?: readonly unknown[] }).options ?? []
  return isPresent ? ['invalid_value', `must be ${listChoices(options)}`] : ['required', 'is required']
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType): [code: string, message: string] {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return ['required', 'is required']
      const expected = issue.expected === 'number' && isInteger(schema, issue.path) ? 'int' : issue.expected
      return ['invalid_type', `must be ${TYPES[expected] ?? `a ${expected}`}`]
    }
    case 'too_small':
    case 'too_big':
      return issue.message.startsWith('Too ') ? sizeError(issue) : [sizeError(issue)[0], issue.message]
    case 'invalid_value':
      return issue.input === undefined
        ? ['required', 'is required']
        : ['invalid_value', `must be ${listChoices(issue.values)}`]
    case 'invalid_format':
      if (!issue.message.startsWith('Invalid ')) return ['invalid_format', issue.message]
      return ['invalid_format', FORMATS[issue.format] ?? 'has an invalid format']
    case 'custom':
      return [(issue.params as { code?: string } | undefined)?.code ?? 'invalid_value', issue.message]
    case 'invalid_union':
      if (issue.discriminator !== undefined) return describeDiscriminator(issue.discriminator, issue)
      return issue.input === undefined
        ? ['required', 'is required']
        : ['invalid_value', issue.message === 'Invalid input' ? 'is not an allowed value' : issue.message]
    case 'invalid_key': {
      const [inner] = issue.issues
      return inner ? describe(inner, schema) : ['invalid_value', 'is not an allowed key']
    }
    default:
      return ['invalid_value', 'is invalid']
  }
}

function toErrors(issue: z.core.$ZodIssue, schema: z.ZodType, rules: Rules): FieldError[] {
  const at = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_COLLECTED).map((name) => {
      const field = [...at, name].join('.')
      return at.length === 0 && rules.readOnly?.includes(name)
        ? { field, code: 'read_only', message: `${field} cannot be set here.` }
        : { field, code: rules.unknown, message: `${field || '""'} is not a known ${rules.unknown.slice(8)}.` }
    })
  }
  const [code, text] = describe(issue, schema)
  const field = at.join('.')
  return [{ field, code, message: `${field || 'The body'} ${text}.` }]
}

const isBadText = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

const STEPS = 500

/** Postgres can store neither NUL nor half a surrogate pair. No recursion, because bodies can be nested deeply. */
export function* scanBadText(input: unknown): Generator<undefined, string | undefined> {
  const pending: [value: unknown, at: string][] = [[input, '']]
  let steps = 0
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, at] = next
    if (typeof value === 'string' && isBadText(value)) return at
    if (typeof value !== 'object' || value === null) continue
    for (const name of Object.keys(value)) {
      if (++steps % STEPS === 0) yield
      if (isBadText(name)) return at || 'body'
      const inner: unknown = (value as Record<string, unknown>)[name]
      if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null))
        pending.push([inner, at && at.length < 200 ? `${at}.${name}` : at || name])
    }
  }
  return undefined
}

const MAX_ERRORS = 100
/** How many are described to find them. A body can have 100,000 errors. */
const MAX_COLLECTED = 1000

/**
 * A huge number fails the limit of all integers and the field's own limit: the last one, the field's own, is reported. The length of a
 * list is also checked when a string was sent instead; then only the wrong type is reported.
 */
function withoutRepeats(errors: readonly FieldError[]): FieldError[] {
  const mistyped = new Set(errors.filter(({ code }) => code === 'invalid_type').map(({ field }) => field))
  const kept = errors.filter(({ field, code }) => code === 'invalid_type' || !mistyped.has(field))
  return [...new Map(kept.map((error) => [`${error.field}\n${error.code}`, error])).values()]
}

/** Describes issues to the caller. `bad`: the field with text that cannot be stored. */
export function refuseIssues(
  issues: readonly z.core.$ZodIssue[],
  { schema, rules, bad }: { schema: z.ZodType; rules: Rules; bad: string | undefined },
): Error {
  const found: FieldError[] = []
  for (const issue of issues) {
    if (found.length >= MAX_COLLECTED) break
    found.push(...toErrors(issue, schema, rules))
  }
  const errors = withoutRepeats(found).slice(0, MAX_ERRORS)
  if (bad !== undefined && errors.length === 0) {
    errors.push({ field: bad, code: 'invalid_value', message: `${bad} contains characters that cannot be stored.` })
  }
  return problem('validation_failed', { detail: errors.map((error) => error.message).join(' '), errors })
}

export function validate<S extends z.ZodType>(schema: S, input: unknown, rules: Rules): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true })
  const bad = runAtOnce(scanBadText(input))
  if (parsed.success && bad === undefined) return parsed.data
  throw refuseIssues(parsed.success ? [] : parsed.error.issues, { schema, rules, bad })
}
