import type { TextKind } from '@sitewatch/contract'
import type { z } from 'zod'
import { problem } from './problem.ts'

type Schema = z.ZodType

interface Def {
  type: string
  innerType?: Schema
  in?: Schema
  options?: Schema[]
  values?: unknown[]
  shape?: Record<string, Schema>
  format?: string
}

const defOf = (schema: Schema): Def => schema._zod.def

/** How to parse a field's text, from its schema: the only place where `favorite=false` becomes false. */
function textKind(schema: Schema): TextKind {
  const def = defOf(schema)
  if (def.innerType) return textKind(def.innerType)
  if (def.type === 'pipe' && def.in) return textKind(def.in)
  if (def.type === 'number') return def.format === 'safeint' ? 'integer' : 'number'
  if (def.type === 'boolean') return 'boolean'
  if (def.type === 'literal') return typeof def.values?.[0] === 'number' ? 'integer' : 'string'
  if (def.type === 'union') {
    const kinds = (def.options ?? []).map(textKind)
    return kinds.includes('boolean') ? 'boolean' : kinds.includes('string') ? 'string' : (kinds[0] ?? 'string')
  }
  return 'string'
}

function shapeOf(schema: Schema): Record<string, Schema> {
  const def = defOf(schema)
  if (def.shape) return def.shape
  if (def.options) return Object.assign({}, ...def.options.map(shapeOf)) as Record<string, Schema>
  return {}
}

/** Whether the field at that path takes integers only. Paths below a top-level field are not resolved. */
export function isInteger(schema: Schema, path: readonly PropertyKey[]): boolean {
  const [name] = path
  let field = path.length === 1 && typeof name === 'string' ? shapeOf(schema)[name] : undefined
  while (field && defOf(field).innerType) field = defOf(field).innerType
  return field !== undefined && defOf(field).format === 'safeint'
}

function readText(kind: TextKind, text: string): unknown {
  if (kind === 'integer' && /^-?(0|[1-9]\d{0,15})$/.test(text)) return Number(text)
  if (kind === 'number' && /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/.test(text)) return Number(text)
  if (kind === 'boolean') {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
  }
  return text
}

function takesNull(schema: Schema): boolean {
  const def = defOf(schema)
  return def.type === 'nullable' || (def.innerType !== undefined && takesNull(def.innerType))
}

function takesList(schema: Schema): boolean {
  const { type, innerType, in: input } = defOf(schema)
  const inner = innerType ?? input
  return type === 'array' || (inner !== undefined && takesList(inner))
}

function readField(field: Schema, text: string): unknown {
  if (takesList(field)) return text === '' ? [] : text.split(',')
  const kind = textKind(field)
  // An empty value is the only way to send null in a form, for fields that are not text.
  return text === '' && kind !== 'string' && takesNull(field) ? null : readText(kind, text)
}

export function refuseRepeated(names: ReadonlySet<string>): void {
  if (names.size === 0) return
  const errors = [...names].map((field) => ({
    field,
    code: 'repeated',
    message: `${field} must not be sent more than once.`,
  }))
  throw problem('validation_failed', { detail: errors.map((error) => error.message).join(' '), errors })
}

/**
 * A form or a query string as the object that its schema expects. What cannot be parsed stays text, and validation reports it. A
 * name given twice is an error.
 */
export function decodeText(schema: Schema, text: string): Record<string, unknown> {
  const shape = shapeOf(schema)
  const out: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const repeated = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field && name in out) repeated.add(name)
    out[name] = field ? readField(field, value) : value
  }
  refuseRepeated(repeated)
  return out
}
