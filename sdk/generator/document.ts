/** The part of JSON Schema that the contract makes. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  not?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: boolean | Schema
  prefixItems?: Schema[]
  description?: string
  default?: unknown
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  schema: Schema
}

interface Content {
  description?: string
  content?: Record<string, { schema: Schema }>
}

interface RawOperation {
  operationId: string
  summary?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content>
}

export interface Document {
  paths: Record<string, Record<string, RawOperation>>
  components?: { schemas?: Record<string, Schema> }
}

export interface Operation {
  /** `keys.create`: group and method of the client. */
  id: string
  group: string
  name: string
  method: string
  path: string
  params: string[]
  summary: string
  /** Scopes a key needs; undefined when no key may call it. */
  scopes: string[] | undefined
  /** Needs no caller. */
  anonymous: boolean
  /** What is sent beside the path. A body that the query can carry too goes there: proxies may drop a DELETE body. */
  body: Schema | undefined
  bodyInQuery: boolean
  query: Schema | undefined
  /** What the caller gets: the `data` of the answer, or for a list one row of it. */
  result: Schema
  /** For a list: what its `meta` says beside the page. */
  listMeta: Schema | undefined
  problemCodes: string[]
}

const PAGE_META = ['current_page', 'per_page', 'from', 'to', 'last_page', 'total']

function readQuery(parameters: readonly Parameter[]): Schema | undefined {
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter((parameter) => parameter.required).map(({ name }) => name),
    additionalProperties: false,
  }
}

function readResult(id: string, responses: Record<string, Content>): Pick<Operation, 'result' | 'listMeta'> {
  const ok = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const envelope = ok?.content?.['application/json']?.schema.properties
  if (!envelope?.['data']) throw new Error(`${id}: the answer has no "data"`)
  const { data, meta } = envelope
  if (!meta) return { result: data, listMeta: undefined }
  const { items } = data
  if (typeof items !== 'object') throw new Error(`${id}: "data" beside "meta" must be an array`)
  const more = Object.entries(meta.properties ?? {}).filter(([name]) => !PAGE_META.includes(name))
  const required = (meta.required ?? []).filter((name) => !PAGE_META.includes(name))
  return { result: items, listMeta: { type: 'object', properties: Object.fromEntries(more), required } }
}

function readProblemCodes(responses: Record<string, Content>): string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description = '' }]) => description.split(', '))
    .filter((code) => /^[a-z_]+$/.test(code))
}

function readOperation(path: string, method: string, raw: RawOperation): Operation {
  const { operationId: id, parameters = [], requestBody, security = [] } = raw
  const [group = '', name = '', ...rest] = id.split('.')
  if (name === '' || rest.length > 0) throw new Error(`operationId "${id}" must be group.method`)
  const body = requestBody?.content?.['application/json']?.schema
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const bodyNames = Object.keys(body?.properties ?? {})
  const bodyInQuery =
    requestBody?.required === false && bodyNames.every((field) => inQuery.some(({ name }) => name === field))
  const queryOnly = bodyInQuery ? inQuery.filter((parameter) => !bodyNames.includes(parameter.name)) : inQuery
  const byKey = security.find((requirement) => 'key' in requirement)
  return {
    id,
    group,
    name,
    method: method.toUpperCase(),
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param),
    summary: raw.summary ?? id,
    scopes: byKey?.['key'],
    anonymous: security.length === 0,
    body,
    bodyInQuery,
    query: readQuery(queryOnly),
    ...readResult(id, raw.responses),
    problemCodes: readProblemCodes(raw.responses),
  }
}

/** Every operation once, by id. `users.update.patch` is `users.update` by another HTTP method: one client method. */
export function readOperations(document: Document): Operation[] {
  const raw = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const ids = new Set(raw.map(({ operation }) => operation.operationId))
  const isTwin = (id: string): boolean => ids.has(id.split('.').slice(0, 2).join('.')) && id.split('.').length === 3
  return raw
    .filter(({ operation }) => !isTwin(operation.operationId))
    .map(({ path, method, operation }) => readOperation(path, method, operation))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}
