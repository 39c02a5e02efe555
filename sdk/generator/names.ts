import type { Operation, Schema } from './document.ts'

const toPascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

export const operationName = ({ group, name }: Operation): string => toPascal(group) + toPascal(name)

/** What is left beside `object`, `id` and `deleted`, when a schema is the answer to a deletion. */
export function readDeleted(schema: Schema): { object: string; more: Schema } | undefined {
  const { object, id, deleted, ...more } = schema.properties ?? {}
  if (typeof object?.const !== 'string' || !id || deleted?.const !== true) return undefined
  const required = (schema.required ?? []).filter((name) => name in more)
  return { object: object.const, more: { type: 'object', properties: more, required } }
}
