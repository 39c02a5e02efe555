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

interface Reference {
  $ref?: string
}

interface Parameter extends Reference {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema: Schema
}

interface Content extends Reference {
  description?: string
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>
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
  components?: {
    schemas?: Record<string, Schema>
    parameters?: Record<string, Parameter>
    responses?: Record<string, Content>
  }
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
  /** Of the body, when it is a component. */
  bodyName: string | undefined
  bodyInQuery: boolean
  query: Schema | undefined
  /** What the caller gets: the `data` of the answer, or for a list one row of it. A reference to a component, but for deletions. */
  result: Schema
  /** For a list: what its `meta` says beside the page. */
  listMeta: Schema | undefined
  problemCodes: string[]
}

type Components = NonNullable<Document['components']>

const PAGE_META = ['current_page', 'per_page', 'from', 'to', 'last_page', 'total']

function readQuery(parameters: readonly Parameter[]): Schema | undefined {
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    required: parameters.filter((parameter) => parameter.required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** The component that a schema refers to, by name. */
export const refName = ({ $ref }: Reference): string | undefined => $ref?.split('/').at(-1)

/** The same without references. */
function inlineRefs(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = refName(schema)
  if (name !== undefined) return inlineRefs(schemas[name] ?? {}, schemas)
  const inline = <T>(value: T): T => (isSchema(value) ? (inlineRefs(value, schemas) as T) : value)
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(Object.entries(value as object).map(([field, inner]) => [field, inline(inner)]))
        : Array.isArray(value)
          ? value.map(inline)
          : key === 'default' || key === 'const'
            ? value
            : inline(value),
    ]),
  )
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readResult(
  id: string,
  responses: Record<string, Content>,
  schemas: Record<string, Schema>,
): Pick<Operation, 'result' | 'listMeta'> {
  const ok = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const envelope = ok?.content?.['application/json']?.schema.properties
  if (!envelope?.['data']) throw new Error(`${id}: the answer has no "data"`)
  const { data, meta } = envelope
  if (!meta) return { result: data, listMeta: undefined }
  const { items } = data
  if (typeof items !== 'object') throw new Error(`${id}: "data" beside "meta" must be an array`)
  const { properties = {}, required = [] } = inlineRefs(meta, schemas)
  const isMore = (name: string): boolean => !PAGE_META.includes(name)
  const more = Object.entries(properties).filter(([name]) => isMore(name))
  const listMeta = { type: 'object', properties: Object.fromEntries(more), required: required.filter(isMore) }
  return { result: items, listMeta }
}

function readProblemCodes(responses: Record<string, Content>): string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.keys(content?.['application/problem+json']?.examples ?? {}))
}

function readOperation(path: string, method: string, raw: RawOperation, components: Components): Operation {
  const { operationId: id, requestBody, security = [] } = raw
  const { schemas = {}, parameters: shared = {}, responses: problems = {} } = components
  const parameters = (raw.parameters ?? []).map((given) => shared[refName(given) ?? ''] ?? given)
  const responses = Object.fromEntries(
    Object.entries(raw.responses).map(([status, given]) => [status, problems[refName(given) ?? ''] ?? given]),
  )
  const [group = '', name = '', ...rest] = id.split('.')
  if (name === '' || rest.length > 0) throw new Error(`operationId "${id}" must be group.method`)
  const sent = requestBody?.content?.['application/json']?.schema
  const body = sent && inlineRefs(sent, schemas)
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
    bodyName: sent && refName(sent),
    bodyInQuery,
    query: readQuery(queryOnly),
    ...readResult(id, responses, schemas),
    problemCodes: readProblemCodes(responses),
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
    .map(({ path, method, operation }) => readOperation(path, method, operation, document.components ?? {}))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}
