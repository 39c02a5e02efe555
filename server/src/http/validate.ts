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

/** Postgres can store neither NUL nor half a surrogate pair, and nobody means to send one. */
function findBadText(value: unknown, at: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? at : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const path = at ? `${at}.${name}` : name
    if (name.includes('\0') || !name.isWellFormed()) return at || 'body'
    const bad = findBadText(inner, path)
    if (bad !== undefined) return bad
  }
  return undefined
}

export function validate<S extends z.ZodType>(schema: S, input: unknown, rules: Rules): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true })
  const bad = findBadText(input, '')
  if (parsed.success && bad === undefined) return parsed.data
  const errors = parsed.success ? [] : parsed.error.issues.flatMap((issue) => toErrors(issue, rules))
  if (bad !== undefined && errors.length === 0) {
    errors.push({ field: bad, code: 'invalid_value', message: `${bad} holds characters that cannot be stored.` })
  }
  throw problem('validation_failed', { detail: errors.map((error) => error.message).join(' '), errors })
}
