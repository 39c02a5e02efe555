import { describeSchema, type Route, unwrap } from '@sitewatch/contract'
import { z } from 'zod'
import { invalid, problem } from '../http/problem.ts'

type Json = Record<string, unknown>
type Shape = Record<string, z.ZodType>

const shapeOf = (schema: Route['body']): Shape => (schema?._zod.def as { shape?: Shape } | undefined)?.shape ?? {}

/** Passwords of pages and what a monitor authenticates with: set in the dashboard or by the API, never through an assistant. */
const isSecret = (name: string, schema: z.ZodType): boolean =>
  (unwrap(schema).schema as z.ZodType).meta()?.['secret'] === true || /^auth_|password$|headers$/.test(name)

const PARAM = /(\w[\w-]*)\/:(\w+)/g

const paramsOf = ({ path }: Route): Shape =>
  Object.fromEntries(
    Array.from(path.matchAll(PARAM), ([, collection = '', name = '']) => [
      name,
      z
        .int()
        .min(1)
        .meta({ description: `ID, as listed in ${collection}` }),
    ]),
  )

const IDEMPOTENCY_KEY = {
  idempotency_key: z.string().max(255).optional().meta({
    description:
      'Any text of your choice. A repeated call with the same text is answered from the first one, for 24 hours',
  }),
}

interface Arguments {
  params: Shape
  query: Shape
  body: Shape
  idempotency: Shape
}

function argumentsOf(route: Route): Arguments {
  const body = Object.entries(shapeOf(route.body)).filter(([name, schema]) => !isSecret(name, schema))
  // A tool answers with JSON, never with a file.
  const query = Object.entries(shapeOf(route.query)).filter(([name]) => name !== 'format')
  return {
    params: paramsOf(route),
    query: Object.fromEntries(query),
    body: Object.fromEntries(body),
    idempotency: route.method === 'POST' ? IDEMPOTENCY_KEY : {},
  }
}

/** Removes limits that restrict nothing and patterns that repeat the format: they only cost tokens. */
function prune(schema: Json): Json {
  const { $schema: _schema, id: _id, $defs: _defs, ...kept } = schema
  if (kept['maximum'] === Number.MAX_SAFE_INTEGER) delete kept['maximum']
  if (kept['minimum'] === Number.MIN_SAFE_INTEGER) delete kept['minimum']
  if (kept['format'] !== undefined) delete kept['pattern']
  return kept
}

/** Replaces each reference with its definition, because not every client resolves references. */
function inline(value: unknown, defs: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((each) => inline(each, defs))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...siblings } = value as Json & { $ref?: string }
  const resolved = typeof $ref === 'string' ? { ...defs[$ref.replace('#/$defs/', '')], ...siblings } : siblings
  return Object.fromEntries(Object.entries(prune(resolved)).map(([name, each]) => [name, inline(each, defs)]))
}

/** The input schema of a tool: path parameters, query parameters and body fields of its operation in one object. */
export function describeArguments(route: Route): Json {
  const { params, query, body, idempotency } = argumentsOf(route)
  const described = describeSchema(z.strictObject({ ...params, ...query, ...body, ...idempotency }), 'input')
  return inline(described, (described['$defs'] ?? {}) as Record<string, Json>) as Json
}

export interface SplitArguments {
  params: Record<string, string>
  path: string
  search: string
  body: Buffer | undefined
  idempotency_key: string | undefined
}

function refuseUnknown(known: Arguments, given: Json): void {
  const names = new Set(Object.values(known).flatMap((shape: Shape) => Object.keys(shape)))
  const errors = Object.keys(given)
    .filter((field) => !names.has(field))
    .map((field) => ({ field, code: 'unknown_field', message: `${field} is not an argument of this tool.` }))
  if (errors.length === 0) return
  throw problem('validation_failed', { detail: errors.map(({ message }) => message).join(' '), errors })
}

const pick = (given: Json, shape: Shape): Json =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => name in shape && value !== undefined))

/** Comma-separated where the operation accepts a list; any other value that is not a string is sent as JSON, as for `filters`. */
function toText(value: unknown, schema: z.ZodType | undefined): string {
  if (value === null) return ''
  if (Array.isArray(value) && schema?.safeParse(value).success) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Converts the arguments to a request. The pipeline validates their values, as for any request. */
export function splitArguments(route: Route, given: Json): SplitArguments {
  const known = argumentsOf(route)
  refuseUnknown(known, given)
  const params: Record<string, string> = {}
  for (const name of Object.keys(known.params)) {
    if (given[name] === undefined) throw invalid(name, 'required', `${name} is required.`)
    params[name] = toText(given[name], undefined)
  }
  const query = Object.entries(pick(given, known.query)).map(([name, value]): [string, string] => [
    name,
    toText(value, known.query[name]),
  ])
  const key = IDEMPOTENCY_KEY.idempotency_key.safeParse(given['idempotency_key'] ?? undefined)
  if (!key.success)
    throw invalid('idempotency_key', 'invalid_format', 'idempotency_key must be a string of up to 255 characters.')
  return {
    params,
    path: route.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? '')),
    search: new URLSearchParams(query).toString(),
    body: route.method === 'GET' ? undefined : Buffer.from(JSON.stringify(pick(given, known.body))),
    idempotency_key: key.data,
  }
}
