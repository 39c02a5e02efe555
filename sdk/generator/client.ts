import { type Operation, refName, type Schema } from './document.ts'
import { operationName, readDeleted } from './names.ts'
import { renderComment, renderKey, renderType } from './types.ts'

const HEADER = `// Made from the OpenAPI document by "npm run generate". Do not edit.
import type { Call, CallOptions, Deleted } from './call-types.ts'

export interface List<T, Meta = {}> {
  data: T[]
  meta: PageMeta & Meta
  links: PageLinks
}
`
const IMPORTED = ['Call', 'CallOptions', 'Deleted', 'List', 'ProblemCode', 'Client']

const requiresFields = (schema: Schema): boolean =>
  schema.required === undefined ? (schema.anyOf ?? schema.oneOf ?? []).some(requiresFields) : schema.required.length > 0

interface Argument {
  name: 'input' | 'query'
  type: string
  schema: Schema
  required: boolean
  sentAs: 'body' | 'query'
}

function readArguments(operation: Operation): Argument[] {
  const { body, query, bodyInQuery, method } = operation
  const prefix = operationName(operation)
  const args: Argument[] = []
  if (body) {
    const required = method !== 'POST' || requiresFields(body)
    args.push({ name: 'input', type: `${prefix}Input`, schema: body, required, sentAs: bodyInQuery ? 'query' : 'body' })
  }
  if (query) {
    args.push({
      name: 'query',
      type: `${prefix}Query`,
      schema: query,
      required: requiresFields(query),
      sentAs: 'query',
    })
  }
  // A required argument cannot follow an optional one.
  if (args[0]?.required === false && args[1]?.required)
    throw new Error(`${operation.id}: optional body, required query`)
  return args
}

const hasProperties = (schema: Schema | undefined): schema is Schema => Object.keys(schema?.properties ?? {}).length > 0

function renderResult(operation: Operation): string {
  const { id, result, listMeta } = operation
  const deleted = readDeleted(result)
  if (deleted) {
    const more = hasProperties(deleted.more) ? `, ${renderType(deleted.more, { indent: '      ' })}` : ''
    return `Deleted<'${deleted.object}'${more}>`
  }
  const type = refName(result)
  if (type === undefined) throw new Error(`${id}: name what it answers with, by .meta({ id })`)
  if (!listMeta) return type
  return hasProperties(listMeta) ? `List<${type}, ${operationName(operation)}Meta>` : `List<${type}>`
}

function renderCall(operation: Operation): string {
  const { method, path, params, listMeta, anonymous } = operation
  const args = readArguments(operation)
  const url = params.length > 0 ? `\`${path.replaceAll(/\{(\w+)\}/g, '${encodeURIComponent($1)}')}\`` : `'${path}'`
  const inQuery = args.filter(({ sentAs }) => sentAs === 'query').map(({ name }) => name)
  const parts = [
    `method: '${method}'`,
    `path: ${url}`,
    ...args.filter(({ sentAs }) => sentAs === 'body').map(({ name }) => `body: ${name}`),
    ...(inQuery.length === 2 ? ['query: { ...input, ...query }'] : inQuery.map((name) => `query: ${name}`)),
    ...(listMeta ? ['list: true'] : []),
    ...(anonymous ? ['anonymous: true'] : []),
  ]
  return `call({ ${parts.join(', ')} }, options)`
}

function renderMethod(operation: Operation): string {
  const { method, path, params, summary, scopes = [] } = operation
  const declared = [
    ...params.map((param) => `${param}: number`),
    ...readArguments(operation).map(({ name, type, required }) => `${name}${required ? '' : '?'}: ${type}`),
    'options?: CallOptions',
  ]
  const scope = scopes.length === 0 ? '' : ` Scope: ${scopes.join(', ')}.`
  const result = renderResult(operation)
  return [
    `      ${renderComment(`${summary}. \`${method} ${path}\`.${scope}`)}`,
    `      ${renderKey(operation.name)}: (${declared.join(', ')}): Promise<${result}> =>`,
    `        ${renderCall(operation)},`,
  ].join('\n')
}

type Declaration = [name: string, type: string]

/** Components that a request holds, at any depth. */
function findSent(operations: readonly Operation[], schemas: Record<string, Schema>): Set<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const [, inner = ''] of JSON.stringify(schemas[name]).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      visit(inner)
  }
  for (const { bodyName } of operations) if (bodyName !== undefined) visit(bodyName)
  return found
}

function renderTypes(operations: readonly Operation[], schemas: Record<string, Schema>): Declaration[] {
  const sent = findSent(operations, schemas)
  const declareArguments = (operation: Operation): Declaration[] =>
    readArguments(operation).map(({ name, type, schema }) => [
      type,
      (name === 'input' ? operation.bodyName : undefined) ?? renderType(schema, { input: true }),
    ])
  const declareMeta = (operation: Operation): Declaration[] =>
    hasProperties(operation.listMeta) ? [[`${operationName(operation)}Meta`, renderType(operation.listMeta)]] : []
  return [
    ...Object.entries(schemas).map(([name, schema]): Declaration => [
      name,
      renderType(schema, { input: sent.has(name) }),
    ]),
    ...operations.flatMap((operation) => [...declareArguments(operation), ...declareMeta(operation)]),
  ].sort(([a], [b]) => (a < b ? -1 : 1))
}

function checkNames(types: readonly Declaration[]): void {
  const seen = new Set(IMPORTED)
  for (const [name] of types) {
    if (seen.has(name)) throw new Error(`two types would be called ${name}`)
    seen.add(name)
  }
}

/** The typed client, whole: types of everything sent and answered, and one method an operation. */
export function renderClient(operations: readonly Operation[], schemas: Record<string, Schema> = {}): string {
  const types = renderTypes(operations, schemas)
  checkNames(types)
  const groups = Map.groupBy(operations, ({ group }) => group)
  const codes = [...new Set(operations.flatMap(({ problemCodes }) => problemCodes))].sort()
  const members = [...groups].map(([group, methods]) =>
    [`    ${renderKey(group)}: {`, ...methods.map(renderMethod), '    },'].join('\n'),
  )
  return [
    HEADER,
    `export type ProblemCode = ${codes.length === 0 ? 'never' : codes.map((code) => `'${code}'`).join(' | ')}\n`,
    ...types.map(([name, type]) => `export type ${name} = ${type}\n`),
    'export function bindOperations(call: Call) {\n  return {',
    ...members,
    '  }\n}\n',
    'export type Client = ReturnType<typeof bindOperations>\n',
  ].join('\n')
}
