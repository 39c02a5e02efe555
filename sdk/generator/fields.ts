import type { Operation, Schema } from './document.ts'
import { renderKey, renderLiteral } from './types.ts'

/** What a command line can say about one field; the runtime twin is in src/cli/fields.ts. */
interface Field {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'json'
  required?: true
  /** `list`: several values. `map`: several `Name: value`. */
  many?: 'list' | 'map'
  nullable?: true
  values?: (string | number)[]
  help?: string
}

function readLeaves(schema: Schema): Schema[] {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return branches.flatMap(readLeaves)
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

const isNull = (schema: Schema): boolean => schema.type === 'null' || schema.const === null

function readScalar(leaves: readonly Schema[]): Pick<Field, 'type' | 'values'> {
  const types = new Set(leaves.map(({ type }) => type))
  if (types.has('boolean')) return { type: 'boolean' }
  const listed = leaves.map((leaf) => ('const' in leaf ? [leaf.const] : leaf.enum))
  const type = types.has('string') ? 'string' : types.has('integer') || types.has('number') ? 'integer' : 'json'
  const exact = types.has('number') && !types.has('string') ? 'number' : type
  if (leaves.length === 0 || !listed.every((values) => values !== undefined)) return { type: exact }
  return { type: exact, values: [...new Set(listed.flat())] as (string | number)[] }
}

function readField(schema: Schema, required: boolean): Field {
  const all = readLeaves(schema)
  const leaves = all.filter((leaf) => !isNull(leaf))
  const common = {
    ...(required && { required }),
    ...(leaves.length < all.length && { nullable: true as const }),
    ...(schema.description !== undefined && { help: schema.description }),
  }
  const array = leaves.find(({ type }) => type === 'array')
  if (array) {
    const item = readScalar(typeof array.items === 'object' ? readLeaves(array.items) : [])
    return item.type === 'json' ? { type: 'json', ...common } : { ...item, many: 'list', ...common }
  }
  const object = leaves.find(({ type }) => type === 'object')
  if (object) {
    const rest = typeof object.additionalProperties === 'object' ? readLeaves(object.additionalProperties) : []
    const isMap = rest.some(({ type }) => type === 'string')
    return isMap ? { type: 'string', many: 'map', ...common } : { type: 'json', ...common }
  }
  return { ...readScalar(leaves), ...common }
}

function mergeFields(known: Field | undefined, found: Field): Field {
  if (!known) return found
  const values = known.values && found.values ? [...new Set([...known.values, ...found.values])] : undefined
  const { values: _, help, ...rest } = known
  // What only one member means by the name would mislead whoever sends it to another.
  return { ...rest, ...(values && { values }), ...(help !== undefined && help === found.help && { help }) }
}

/** Fields of an input. Of a union: all that any member has, required when every member requires them. */
function readFields(schema: Schema | undefined): Record<string, Field> {
  if (!schema) return {}
  const members = (schema.anyOf ?? schema.oneOf)?.flatMap((branch) => branch.anyOf ?? branch.oneOf ?? [branch]) ?? [
    schema,
  ]
  const fields: Record<string, Field> = {}
  for (const { properties = {} } of members) {
    for (const [name, property] of Object.entries(properties)) {
      const required = members.every((member) => member.required?.includes(name))
      fields[name] = mergeFields(fields[name], readField(property, required))
    }
  }
  return fields
}

export function renderValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return renderLiteral(value)
  const entries = Object.entries(value)
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([name, inner]) => `${renderKey(name)}: ${renderValue(inner)}`).join(', ')} }`
}

/** What swctl offers: each operation that a key may call, with its fields as flags. */
export function renderFields(operations: readonly Operation[]): string {
  const lines = operations
    .filter(({ scopes }) => scopes !== undefined)
    .flatMap((operation) => {
      const fields = { ...readFields(operation.body), ...readFields(operation.query) }
      const { id, summary, params, listMeta } = operation
      return [
        `  '${id}': {`,
        `    summary: ${renderLiteral(summary)},`,
        `    params: ${renderValue(params)},`,
        `    list: ${String(listMeta !== undefined)},`,
        '    fields: {',
        ...Object.entries(fields).map(([name, field]) => `      ${renderKey(name)}: ${renderValue(field)},`),
        '    },',
        '  },',
      ]
    })
  return [
    '// Made from the OpenAPI document by "npm run generate". Do not edit.',
    "import type { OperationFields } from './fields.ts'",
    '',
    'export const OPERATIONS = {',
    ...lines,
    '} as const satisfies Record<string, OperationFields>',
    '',
  ].join('\n')
}
