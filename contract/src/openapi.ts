import { z } from 'zod'
import { PageLinks, PageMeta } from './fields.ts'
import { PROBLEMS, type ProblemCode } from './problems.ts'
import { type Access, type Method, methodsOf, problemsOf, type Route } from './route.ts'

type Json = Record<string, unknown>

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  required_scope: z.string().optional(),
  errors: z.array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() })).optional(),
  request_id: z.string(),
})
export type Problem = z.infer<typeof Problem>

/** The rest of a setting's metadata is for forms. No `default`: in a partial update nothing is filled in. */
function describeSetting(out: Json): void {
  const { label, help } = out
  if (typeof label !== 'string') return
  out['title'] = label
  if (typeof help === 'string') out['description'] = help
  for (const name of ['label', 'help', 'unit', 'default', 'secret', 'choices', 'multiline', 'when']) delete out[name]
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: out }) => {
      // A Date leaves the API as text.
      if (zodSchema._zod.def.type === 'date') Object.assign(out, { type: 'string', format: 'date-time' })
      describeSetting(out)
    },
  }) as Json
  return rest
}

export function responseSchema(definition: Route): z.ZodType {
  const { returns } = definition
  switch (returns.kind) {
    case 'list':
      return z.strictObject({
        data: z.array(returns.schema),
        meta: PageMeta.extend(returns.meta),
        links: PageLinks,
      })
    case 'deleted':
      return z.strictObject({
        data: z.strictObject({
          object: z.literal(returns.object),
          id: z.int(),
          deleted: z.literal(true),
          ...returns.extra,
        }),
      })
    default:
      return z.strictObject({ data: returns.schema })
  }
}

function security(scope: Access): Json[] {
  if (scope === 'anonymous') return []
  if (scope === 'session' || scope === 'administrator') return [{ session: [] }]
  const scopes = typeof scope === 'string' ? (scope === 'credential' ? [] : [scope]) : [...scope]
  return [{ key: scopes }, { session: [] }]
}

function parameters(definition: Route): Json[] {
  const inPath = [...definition.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }))
  const sources = [definition.query, definition.bodyFromQuery ? definition.body : undefined]
  const inQuery = sources.flatMap((source) => {
    if (!source) return []
    const { properties, required } = jsonSchema(source, 'input') as { properties?: Json; required?: string[] }
    return Object.entries(properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: source === definition.query && (required ?? []).includes(name),
      schema,
    }))
  })
  return [...inPath, ...inQuery]
}

function responses(definition: Route): Json {
  const ok = {
    description: definition.summary,
    content: {
      'application/json': { schema: jsonSchema(responseSchema(definition), 'output') },
      ...Object.fromEntries((definition.alsoAnswers ?? []).map((type) => [type, { schema: { type: 'string' } }])),
    },
  }
  const out: Json = { [definition.returns.status]: ok }
  if (definition.returns.kind === 'created' && definition.returns.updates) out['200'] = ok
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemsOf(definition)) {
    const { status } = PROBLEMS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    out[status] = {
      description: codes.join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
  }
  return out
}

function operation(definition: Route, method: Method): Json {
  const body = definition.body ? jsonSchema(definition.body, 'input') : undefined
  const content: Json = { 'application/json': { schema: body } }
  if (definition.form) content['application/x-www-form-urlencoded'] = { schema: body }
  return {
    operationId: method === definition.method ? definition.id : `${definition.id}.${method.toLowerCase()}`,
    summary: definition.summary,
    tags: [definition.id.split('.')[0]],
    security: security(definition.scope),
    ...(parameters(definition).length > 0 && { parameters: parameters(definition) }),
    ...(body && { requestBody: { required: !definition.bodyFromQuery, content } }),
    responses: responses(definition),
  }
}

export function buildOpenApi(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const definition of routes) {
    const path = definition.path.replaceAll(/:(\w+)/g, '{$1}')
    const item = (paths[path] ??= {})
    for (const method of methodsOf(definition)) item[method.toLowerCase()] = operation(definition, method)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sitewatch',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Website analytics and uptime monitoring. All routes share one API key, one response format and one error format.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key, sw_…' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sitewatch' },
      },
      schemas: { Problem: jsonSchema(Problem, 'output') },
    },
  }
}
