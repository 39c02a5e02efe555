import { z } from 'zod'
import { exampleOf } from '../examples/example.ts'

export type Json = Record<string, unknown>

/** Keeps label and help of a setting; the rest is for forms. No `default`, because a partial update does not fill in defaults. */
function describeSetting(out: Json): void {
  const { label, help } = out
  if (typeof label !== 'string') return
  out['title'] = label
  if (typeof help === 'string') out['description'] = help
  for (const name of ['label', 'help', 'unit', 'default', 'secret', 'choices', 'multiline', 'when', 'rows'])
    delete out[name]
}

/** Adds the `mapping` of a union of named schemas, which code generators need to distinguish its members. */
function describeUnion(schema: z.core.$ZodType, out: Json): void {
  const def = schema._zod.def as { discriminator?: string; options?: z.ZodObject[] }
  const { discriminator, options } = def
  if (discriminator === undefined || !options?.every((option) => option.meta()?.id !== undefined)) return
  const mapping = options.map((option) => [
    exampleOf(option.shape[discriminator] as z.ZodType),
    `#/$defs/${option.meta()?.id}`,
  ])
  out['discriminator'] = { propertyName: discriminator, mapping: Object.fromEntries(mapping) as Json }
}

/**
 * Says the default of a field in words. Client generators use one type for a schema wherever it appears, and make a field with
 * `default` required, as it is in responses: then a request needs every field.
 */
function describeDefault(out: Json): void {
  const { default: given, description } = out
  if (given === undefined) return
  delete out['default']
  if (given === null || (Array.isArray(given) && given.length === 0)) return
  const text = `Default: ${typeof given === 'string' ? given : JSON.stringify(given)}`
  out['description'] = typeof description === 'string' ? `${description}. ${text}` : text
}

/** JSON Schema of one schema, with its named parts under `$defs`. */
export function describeSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  { saysDefaults = false }: { saysDefaults?: boolean } = {},
): Json {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: out }) => {
      // The API returns a Date as text.
      if (zodSchema._zod.def.type === 'date') Object.assign(out, { type: 'string', format: 'date-time' })
      // Responses may get new fields. A client that rejects unknown fields would break.
      if (io === 'output' && out.additionalProperties === false) delete out.additionalProperties
      describeSetting(out)
      describeUnion(zodSchema, out)
      if (saysDefaults) describeDefault(out)
      if (io === 'output' && typeof out.id === 'string') out.examples ??= [exampleOf(zodSchema)]
    },
  })
}

const placeRefs = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/')) as T

/** JSON Schemas of requests and responses. A schema with an id becomes a component, and is a reference where it is used. */
export function createSchemas() {
  const components = new Map<string, Json>()
  const add = (name: string, found: Json): void => {
    const { id: _, ...rest } = found
    const component = placeRefs(rest)
    const known = components.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`${name} is sent and answered in different forms: it needs two names`)
    }
    components.set(name, component)
  }
  return {
    describe(schema: z.ZodType, use: 'query' | 'body' | 'answer'): Json {
      const io = use === 'answer' ? 'output' : 'input'
      const { properties, $defs = {} } = describeSchema(z.object({ it: schema }), io, {
        saysDefaults: use === 'body',
      }) as {
        properties: { it: Json }
        $defs?: Record<string, Json>
      }
      for (const [name, found] of Object.entries($defs)) add(name, found)
      return placeRefs(properties.it)
    },
    components: (): Json => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

export type Schemas = ReturnType<typeof createSchemas>
