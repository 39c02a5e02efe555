import type { Operation, Schema } from './document.ts'
import { shapeOf } from './types.ts'

export const toPascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const operationName = ({ group, name }: Operation): string => toPascal(group) + toPascal(name)

/** The `object` that every record of this schema says it is. */
function readObject(schema: Schema): string | undefined {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) {
    const [first, ...others] = branches.map(readObject)
    return others.every((object) => object === first) ? first : undefined
  }
  const object = schema.properties?.['object']?.const
  return typeof object === 'string' ? object : undefined
}

/** What is left beside `object`, `id` and `deleted`, when a schema is the answer to a deletion. */
export function readDeleted(schema: Schema): { object: string; more: Schema } | undefined {
  const { object, id, deleted, ...more } = schema.properties ?? {}
  if (typeof object?.const !== 'string' || !id || deleted?.const !== true) return undefined
  const required = (schema.required ?? []).filter((name) => name in more)
  return { object: object.const, more: { type: 'object', properties: more, required } }
}

/**
 * A name for the shape of every answer, the same wherever the shape appears. A record is called what its `object` says.
 * When several shapes say the same (a key, and a key just made that shows its secret) the one that lists hold has the
 * plain name and the others are called after an operation that answers with them, of the group of that name if it can be.
 */
export function nameResults(operations: readonly Operation[]): Map<string, { name: string; schema: Schema }> {
  const shapes = new Map<string, { operation: Operation; object: string | undefined; isListed: boolean }>()
  for (const operation of operations.filter(({ result }) => !readDeleted(result))) {
    const shape = shapeOf(operation.result)
    const object = readObject(operation.result)
    const known = shapes.get(shape)
    const isListed = operation.listMeta !== undefined || known?.isListed === true
    const isOwn = operation.group === object && known?.operation.group !== object
    shapes.set(shape, { operation: known && !isOwn ? known.operation : operation, object, isListed })
  }
  const plain = new Map<string, string>()
  for (const [shape, { object, isListed }] of shapes) {
    if (object !== undefined && (isListed || !plain.has(object))) plain.set(object, shape)
  }
  const names = new Map<string, { name: string; schema: Schema }>()
  for (const [shape, { operation, object }] of shapes) {
    const isPlain = object !== undefined && plain.get(object) === shape
    const name = isPlain ? toPascal(object) : `${operationName(operation)}Result`
    names.set(shape, { name, schema: operation.result })
  }
  return names
}
