import type { z } from 'zod'
import { type FieldError, problem } from './problem.ts'

interface Rules {
  /** What an unknown name is called: a body has fields, a query has parameters. */
  unknown: 'unknown_field' | 'unknown_parameter'
  readOnly?: readonly string[]
}

const SIZE_CODES: Record<string, [small: string, big: string, unit: string]> = {
  string: ['too_short', 'too_long', ' characters'],
  array: ['too_few', 'too_many', ' entries'],
  set: ['too_few', 'too_many', ' entries'],
}

function sizeError(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): [string, string] {
  const [small, big, unit] = SIZE_CODES[issue.origin] ?? ['too_small', 'too_big', '']
  return issue.code === 'too_small'
    ? [small, `must be at least ${String(issue.minimum)}${unit}`]
    : [big, `must be at most ${String(issue.maximum)}${unit}`]
}

const A: Record<string, string> = { int: 'an integer', array: 'an array', object: 'an object' }

/** Its `input` is the whole object, not the field that tells the variants apart. */
function describeDiscriminator(name: string, issue: z.core.$ZodIssueInvalidUnion): [code: string, message: string] {
  const given = typeof issue.input === 'object' && issue.input !== null && Object.hasOwn(issue.input, name)
  const options = (issue as { options?: readonly unknown[] }).options ?? []
  return given ? ['invalid_value', `must be one of ${options.join(', ')}`] : ['required', 'is required']
}

function describe(issue: z.core.$ZodIssue): [code: string, message: string] {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? ['required', 'is required']
        : ['invalid_type', `must be ${A[issue.expected] ?? `a ${issue.expected}`}`]
    case 'too_small':
    case 'too_big':
      return issue.message.startsWith('Too ') ? sizeError(issue) : [sizeError(issue)[0], issue.message]
    case 'invalid_value':
      return issue.input === undefined
        ? ['required', 'is required']
        : ['invalid_value', `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`]
    case 'invalid_format':
      return ['invalid_format', issue.message.startsWith('Invalid ') ? 'is not in the right format' : issue.message]
    case 'custom':
      return [(issue.params as { code?: string } | undefined)?.code ?? 'invalid_value', issue.message]
    case 'invalid_union':
      if (issue.discriminator !== undefined) return describeDiscriminator(issue.discriminator, issue)
      return issue.input === undefined
        ? ['required', 'is required']
        : ['invalid_value', issue.message === 'Invalid input' ? 'is not an allowed value' : issue.message]
    default:
      return ['invalid_value', 'is not acceptable']
  }
}

function toErrors(issue: z.core.$ZodIssue, rules: Rules): FieldError[] {
  const at = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => {
      const field = [...at, name].join('.')
      return at.length === 0 && rules.readOnly?.includes(name)
        ? { field, code: 'read_only', message: `${field} cannot be set here.` }
        : { field, code: rules.unknown, message: `${field} is not a known ${rules.unknown.slice(8)}.` }
    })
  }
  const [code, text] = describe(issue)
  const field = at.join('.')
  return [{ field, code, message: `${field || 'The body'} ${text}.` }]
}

const isBadText = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Postgres can store neither NUL nor half a surrogate pair, and nobody means to send one. No recursion: bodies nest deep. */
function findBadText(input: unknown): string | undefined {
  const rest: [value: unknown, at: string][] = [[input, '']]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [value, at] = next
    if (typeof value === 'string' && isBadText(value)) return at
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (isBadText(name)) return at || 'body'
      rest.push([inner, at && at.length < 200 ? `${at}.${name}` : at || name])
    }
  }
  return undefined
}

const MOST_ERRORS = 100

export function validate<S extends z.ZodType>(schema: S, input: unknown, rules: Rules): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true })
  const bad = findBadText(input)
  if (parsed.success && bad === undefined) return parsed.data
  const errors = (parsed.success ? [] : parsed.error.issues.flatMap((issue) => toErrors(issue, rules))).slice(
    0,
    MOST_ERRORS,
  )
  if (bad !== undefined && errors.length === 0) {
    errors.push({ field: bad, code: 'invalid_value', message: `${bad} holds characters that cannot be stored.` })
  }
  throw problem('validation_failed', { detail: errors.map((error) => error.message).join(' '), errors })
}
