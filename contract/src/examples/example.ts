import type { z } from 'zod'
import { EXAMPLES } from './values.ts'
import { responseSchema } from '../core/envelope.ts'
import type { Route } from '../core/route.ts'
import { defOf } from '../core/settings-field.ts'

/** The example value of the first name that has one that the schema accepts. */
function findValue(schema: z.core.$ZodType, names: readonly string[]): unknown {
  for (const name of names) {
    const value = EXAMPLES[name]
    if (value !== undefined && (schema as z.ZodType).safeParse(value).success) return value
  }
  return undefined
}

const idOf = (schema: z.core.$ZodType): string | undefined => (schema as z.ZodType).meta()?.id

/** `Incident.status` is tried before `status`. `NewGoal` and `GoalChanges` use the values of `Goal`. */
function exampleOfShape(
  shape: z.core.$ZodShape,
  parent: string | undefined,
  only: (field: z.core.$ZodType) => boolean = () => true,
): Record<string, unknown> {
  const owner = parent?.replace(/^New(?=[A-Z])|(?<=[a-z])Changes$/g, '')
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => only(field))
      .map(([name, field]) => [name, exampleOf(field, owner === undefined ? [name] : [`${owner}.${name}`, name])]),
  )
}

function exampleOfNumber({ checks = [] }: { checks?: readonly z.core.$ZodCheck[] | undefined }): number {
  const minimum = checks
    .map((check) => check._zod.def as { check: string; value?: number })
    .find(({ check }) => check === 'greater_than')
  return Math.max(1, minimum?.value ?? 1)
}

const FORMATS: Readonly<Record<string, string>> = { datetime: '2026-11-16T09:30:00.000Z', date: '2026-11-16' }

const exampleOfText = (schema: z.core.$ZodType): string =>
  FORMATS[(schema._zod.def as { format?: string }).format ?? ''] ?? 'example'

/** A realistic value: the schema's own example, one from EXAMPLES by the field name, otherwise a simple value that the schema accepts. */
export function exampleOf(schema: z.core.$ZodType, names: readonly string[] = []): unknown {
  const { examples = [] } = ((schema as z.ZodType).meta() ?? {}) as { examples?: readonly unknown[] }
  if (examples.length > 0) return examples[0]
  const known = findValue(schema, names)
  if (known !== undefined) return known
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return exampleOfShape(def.shape, idOf(schema) ?? names.at(-1))
    case 'array':
      return [exampleOf(def.element, names)]
    case 'tuple':
      return def.items.map((item) => exampleOf(item, names))
    case 'union':
      return exampleOf(def.options[0] as z.core.$ZodType, names)
    case 'default':
    case 'prefault':
      return def.defaultValue
    case 'nullable':
    case 'optional':
      return exampleOf(def.innerType, names)
    case 'pipe':
      return exampleOf(def.in, names)
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'boolean':
      return false
    case 'number':
      return exampleOfNumber(def)
    case 'record':
      return {}
    case 'null':
      return null
    case 'string':
      return exampleOfText(schema)
    default:
      return 'example'
  }
}

const isRequired = (field: z.core.$ZodType): boolean => !['optional', 'default', 'prefault'].includes(defOf(field).type)

/** Only the required fields; for a union, those of its first member. */
function requiredOf(schema: z.core.$ZodType): Record<string, unknown> {
  const def = defOf(schema)
  if (def.type === 'union') return requiredOf(def.options[0] as z.core.$ZodType)
  return def.type === 'object' ? exampleOfShape(def.shape, idOf(schema), isRequired) : {}
}

/** Example bodies by name: those of the route, or for a union one for each type, or a single one. */
export function exampleBodies({ body, example, examples }: Route): Readonly<Record<string, Record<string, unknown>>> {
  if (!body) return {}
  if (examples) return examples
  const def = body._zod.def as { discriminator?: string; options?: readonly z.ZodObject[] }
  if (example || def.discriminator === undefined) return { '': example ?? requiredOf(body) }
  const byType = (def.options ?? []).map(requiredOf)
  return Object.fromEntries(byType.map((value) => [value[def.discriminator ?? ''], value]))
}

/** Example body and query of a request. */
export function exampleRequest(route: Route): { body?: Record<string, unknown>; query: Record<string, unknown> } {
  const { body, query, example } = route
  const required = query ? requiredOf(query) : {}
  return {
    ...(body && { body: Object.values(exampleBodies(route))[0] ?? {} }),
    query: body ? required : { ...required, ...example },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Example response to that request: the record contains the values that were sent. */
export function exampleAnswer(route: Route): Record<string, unknown> {
  const schema = responseSchema(route)
  const answer = exampleOf(schema) as Record<string, unknown>
  const { body = {} } = exampleRequest(route)
  const { data } = answer
  if (!isRecord(data) || Array.isArray(data)) return answer
  const shown = Object.entries(body).filter(([name]) => name in data)
  const merged = { ...answer, data: { ...data, ...Object.fromEntries(shown) } }
  return schema.safeParse(merged).success ? merged : answer
}
