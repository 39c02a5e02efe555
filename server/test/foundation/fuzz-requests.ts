import fc from 'fast-check'
import { hostileText, hostileValue, type Schema, valueFor } from './fuzz-values.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  schema: Schema
}

export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

/** How often a schema may be nested inside itself. */
const MAX_NESTED = 2

/** All operations with every reference resolved. References in responses are resolved once, because their schemas are not read. */
export function readOperations(document: OpenApi): { path: string; method: string; operation: Operation }[] {
  const find = (reference: string): unknown =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], document)

  const resolve = (node: unknown, inside: readonly string[] = []): unknown => {
    if (Array.isArray(node)) return node.map((each) => resolve(each, inside))
    if (typeof node !== 'object' || node === null) return node
    const { $ref: reference } = node as { $ref?: unknown }
    if (typeof reference !== 'string')
      return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, resolve(each, inside)]))
    if (inside.filter((each) => each === reference).length >= MAX_NESTED) return { type: 'null' }
    return resolve(find(reference), [...inside, reference])
  }
  const resolveOnce = (node: { $ref?: string }): unknown => (node.$ref === undefined ? node : find(node.$ref))

  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operation: {
        ...operation,
        parameters: resolve(operation.parameters ?? []),
        requestBody: resolve(operation.requestBody),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, each]) => [status, resolveOnce(each as { $ref?: string })]),
        ),
      } as Operation,
    })),
  )
}

export interface FuzzedRequest {
  method: string
  /** Path with {names}, which are replaced by `ids`. */
  path: string
  operation: Operation
  ids: IdChoice[]
  search: string
  credential: 'key' | 'narrow key' | 'session' | 'administrator' | 'none' | 'garbage'
  type: string | undefined
  body: Buffer | undefined
  headers: Record<string, string>
}

export type IdChoice = { kind: 'own' } | { kind: 'text'; text: string }

/** A valid object with one defect. */
function makeInvalid(schema: Schema): fc.Arbitrary<unknown> {
  const variants = schema.oneOf ?? schema.anyOf ?? [schema]
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.properties ?? {})))]
  const field = names.length > 0 ? fc.constantFrom(...names) : hostileText
  const whole = valueFor(schema)
  const change = (name: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
    fc.tuple(whole, name, value).map(([valid, key, inner]) => ({ ...(valid as object), [key]: inner }))
  return fc.oneof(
    { weight: 5, arbitrary: change(field, hostileValue) },
    { weight: 2, arbitrary: change(hostileText, hostileValue) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(whole, field)
        .map(([valid, gone]) => Object.fromEntries(Object.entries(valid as object).filter(([name]) => name !== gone))),
    },
    { weight: 1, arbitrary: hostileValue },
    { weight: 1, arbitrary: whole },
  )
}

const flip = (bytes: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes)
  if (copy.length > 0) copy[at % copy.length] = value
  return copy
}

/** The value as JSON, or nearly: cut off, with a wrong byte, or no JSON at all. */
const asJson = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> => {
  const whole = value.map((given) => Buffer.from(JSON.stringify(given) ?? ''))
  return fc.oneof(
    { weight: 12, arbitrary: whole },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([b, p]) => b.subarray(0, b.length * p)),
    },
    { weight: 1, arbitrary: fc.tuple(whole, fc.nat(), fc.nat({ max: 255 })).map(([b, at, v]) => flip(b, at, v)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('\ufeff{}', '{"a":NaN}', '{"a":1,"a":2}', '[1,]', '"', '{"a":1e999}')
        .map((t) => Buffer.from(t)),
    },
  )
}

const asForm = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  value.map((given) => {
    const fields = Object.entries(typeof given === 'object' && given !== null ? given : { x: given })
    const search = new URLSearchParams()
    for (const [name, each] of fields) search.append(name, typeof each === 'string' ? each : JSON.stringify(each))
    return Buffer.from(search.toString())
  })

const TYPES = [
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application',
  'x/y;',
  '/',
]

function bodyFor(operation: Operation): fc.Arbitrary<Pick<FuzzedRequest, 'type' | 'body'>> {
  const content = operation.requestBody?.content ?? {}
  const value = makeInvalid(content['application/json']?.schema ?? { type: 'object' })
  const json = asJson(value).map((body) => ({ type: 'application/json', body }))
  const form = asForm(value).map((body) => ({ type: 'application/x-www-form-urlencoded', body }))
  return fc.oneof(
    { weight: 10, arbitrary: json },
    { weight: content['application/x-www-form-urlencoded'] ? 8 : 1, arbitrary: form },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...TYPES), asJson(value)).map(([type, body]) => ({ type, body })),
    },
    { weight: 1, arbitrary: fc.constant({ type: undefined, body: undefined }) },
  )
}

function searchFor(operation: Operation): fc.Arbitrary<string> {
  const known = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const pair = (name: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
    fc
      .tuple(name, value)
      .map(([key, each]) => [key, typeof each === 'string' ? each : JSON.stringify(each)] as [string, string])
  const fine = known.map(({ name, schema }) => pair(fc.constant(name), valueFor(schema)))
  const wrong = known.map(({ name }) => pair(fc.constant(name), hostileValue))
  const pairs = fc.array(fc.oneof(...fine, ...wrong, pair(hostileText, hostileText)), { maxLength: 3 })
  return fc.oneof(
    { weight: known.length > 0 ? 1 : 8, arbitrary: fc.constant('') },
    { weight: known.length > 0 ? 6 : 1, arbitrary: pairs.map((list) => new URLSearchParams(list).toString()) },
    { weight: 1, arbitrary: fc.constantFrom('&', '=', '%', '%ff=%fe', 'page=%', '?', 'a[b]=c', 'page=1;page=2') },
  )
}

const id: fc.Arbitrary<IdChoice> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<IdChoice>({ kind: 'own' }) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 2 ** 31 }).map((n): IdChoice => ({ kind: 'text', text: String(n) })),
  },
  {
    weight: 2,
    arbitrary: hostileText
      .filter((text) => text.isWellFormed() && text.length < 500)
      .map((text): IdChoice => ({ kind: 'text', text })),
  },
)

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('k1', 'k2', '', 'a b', 'x'.repeat(300)).map((key) => ({ 'idempotency-key': key })),
  },
  { weight: 1, arbitrary: fc.constantFrom('*', '"x"', 'W/"x"', ',', '"').map((tag) => ({ 'if-match': tag })) },
  { weight: 1, arbitrary: fc.constantFrom('null', 'https://evil.example', '::').map((origin) => ({ origin })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/html', '*/*;q=0', 'nonsense', 'text/event-stream').map((accept) => ({ accept })),
  },
)

/** Requests to one operation of the OpenAPI file, nearly all of them invalid in some way. */
export function requestsFor(path: string, method: string, operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const slots = path.match(/\{\w+\}/g)?.length ?? 0
  const writes = method !== 'get'
  return fc
    .record({
      ids: fc.array(id, { minLength: slots, maxLength: slots }),
      search: searchFor(operation),
      credential: fc.oneof(
        { weight: 10, arbitrary: fc.constantFrom('key', 'session', 'administrator') },
        { weight: 1, arbitrary: fc.constantFrom('narrow key', 'none', 'garbage') },
      ),
      content: writes ? bodyFor(operation) : fc.constant({ type: undefined, body: undefined }),
      headers,
    })
    .map(({ content, ...rest }) => ({ method: method.toUpperCase(), path, operation, ...content, ...rest }))
}
