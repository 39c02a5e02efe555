import { z } from 'zod'
import { exampleOf } from './example.ts'

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

/** JSON Schema of one schema, with its named parts under `$defs`. */
export function describeSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
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
      if (io === 'output' && typeof out.id === 'string') out.examples = [exampleOf(zodSchema)]
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
    describe(schema: z.ZodType, io: 'input' | 'output'): Json {
      const { properties, $defs = {} } = describeSchema(z.object({ it: schema }), io) as {
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
