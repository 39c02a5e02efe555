import { z } from 'zod'
import { responseSchema } from '../core/envelope.ts'
import { exampleAnswer, exampleBodies, exampleRequest } from '../examples/example.ts'
import { headerParameters, HEADERS, PARAMETERS, problemHeaders, successHeaders } from './headers.ts'
import { createSchemas, type Json, type Schemas } from './schema.ts'
import { describeWebhooks } from './webhooks.ts'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../core/problems.ts'
import { type Access, type Method, methodsOf, problemsOf, type Route } from '../core/route.ts'
import { tagOf, TAGS } from './tags.ts'

export const Problem = z
  .object({
    type: z.string().meta({ description: 'URL of the page about this problem' }),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ description: 'What to branch on in a program' }),
    detail: z.string().meta({ description: 'What happened and what to do, for people' }),
    required_scope: z.string().optional().meta({ description: 'With insufficient_scope: the scope that is missing' }),
    required_role: z.string().optional().meta({ description: 'With insufficient_role: the least role that is needed' }),
    errors: z
      .array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'With validation_failed: every invalid field' }),
    request_id: z.string(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

function exampleProblem(code: ProblemCode): Problem {
  const { status, title, help } = PROBLEMS[code]
  return {
    type: `https://watch.example.com/docs/problems/${code}`,
    title,
    status,
    code,
    detail: help,
    ...(code === 'insufficient_scope' && { required_scope: 'websites:write' }),
    ...(code === 'insufficient_role' && { required_role: 'editor' }),
    ...(code === 'validation_failed' && {
      errors: [{ field: 'name', code: 'required', message: 'name is required.' }],
    }),
    request_id: 'req_01KA5Z9M3T8Q4W7E2R6Y1U0P5S',
  }
}

function security(scope: Access): Json[] {
  if (scope === 'anonymous') return []
  if (scope === 'session' || scope === 'administrator') return [{ session: [] }]
  const scopes = typeof scope === 'string' ? (scope === 'credential' ? [] : [scope]) : [...scope]
  return [{ key: scopes }, { session: [] }]
}

/** Who may call a route, as a sentence. */
export function describeAccess(scope: Access): string {
  if (scope === 'anonymous') return 'No authentication.'
  if (scope === 'session') return 'Requires a signed-in session; API keys are not accepted.'
  if (scope === 'administrator') return 'Requires a session of an administrator.'
  if (scope === 'credential') return 'Any API key or session.'
  const scopes = [scope].flat()
  return `Scope${scopes.length > 1 ? 's' : ''}: ${scopes.join(', ')}.`
}

/** The minimum role for a route, as a sentence. */
function describeRole({ role, own }: Route): string[] {
  if (role === null || role === 'guest') return []
  const exception =
    own && 'fields' in own ? `; for ${own.fields.join(' and ')}, ${own.role}` : own ? `; for yourself, ${own.role}` : ''
  return [`Least role in the team: ${role}${exception}.`]
}

const describeLimits = ({ limitedKeys }: Route): string[] =>
  limitedKeys ? ['Also for API keys that are limited to websites or monitors.'] : []

/** A query is never a component: its fields are parameters. */
const shapeOf = (source: NonNullable<Route['query']>): z.ZodRawShape =>
  (source._zod.def as { shape?: z.ZodRawShape }).shape ?? {}

function parameters(definition: Route, schemas: Schemas): Json[] {
  const inPath = [...definition.path.matchAll(/(\w+)\/:(\w+)/g)].map(([, collection = '', name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `ID, as listed in \`${collection}\``,
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  }))
  const sources = [definition.query, definition.bodyFromQuery ? definition.body : undefined]
  const { query: exampleQuery } = exampleRequest(definition)
  const inQuery = sources.flatMap((source) => {
    if (!source) return []
    const { properties, required } = schemas.describe(z.object(shapeOf(source)), 'query') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties ?? {}).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: source === definition.query && (required ?? []).includes(name),
      ...(description !== undefined && { description }),
      schema,
      ...(exampleQuery[name] !== undefined && { example: exampleQuery[name] }),
    }))
  })
  return [...inPath, ...inQuery, ...headerParameters(definition)]
}

function responses(definition: Route, schemas: Schemas): Json {
  const ok = (status: number): Json => ({
    description: definition.summary,
    headers: successHeaders(definition, status),
    content: {
      'application/json': {
        schema: schemas.describe(responseSchema(definition), 'answer'),
        example: exampleAnswer(definition),
      },
      ...Object.fromEntries((definition.alsoAnswers ?? []).map((type) => [type, { schema: { type: 'string' } }])),
    },
  })
  const { status: success, kind } = definition.returns
  const out: Json = { [success]: ok(success) }
  if (kind === 'created' && definition.returns.updates) out['200'] = ok(200)
  for (const [status, codes] of groupProblems(definition)) {
    out[status] = { $ref: `#/components/responses/${codes.join('.')}` }
  }
  return out
}

const groupProblems = (definition: Route): [status: number, codes: ProblemCode[]][] =>
  [...Map.groupBy(problemsOf(definition), (code) => PROBLEMS[code].status)].sort(([a], [b]) => a - b)

/** One response for each set of problem codes that a route returns with the same status. */
function problemResponses(routes: readonly Route[]): Json {
  const all = routes.flatMap(groupProblems).map(([status, codes]) => {
    const response = {
      description: codes.map((code) => PROBLEMS[code].title).join('; '),
      headers: problemHeaders(status),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    }
    return [codes.join('.'), response] as const
  })
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function problemExamples(routes: readonly Route[]): Json {
  const used = new Set(routes.flatMap(problemsOf))
  return Object.fromEntries(
    PROBLEM_CODES.filter((code) => used.has(code)).map((code) => [code, { value: exampleProblem(code) }]),
  )
}

function describeExamples(bodies: Readonly<Record<string, unknown>>): Json {
  const [[, example] = [], ...others] = Object.entries(bodies)
  if (others.length === 0) return { example }
  return { examples: Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }])) }
}

function operation(definition: Route, method: Method, schemas: Schemas): Json {
  const body = definition.body && {
    schema: schemas.describe(definition.body, 'body'),
    ...describeExamples(exampleBodies(definition)),
  }
  const content: Json = { 'application/json': body }
  if (definition.form) content['application/x-www-form-urlencoded'] = body
  const all = parameters(definition, schemas)
  return {
    operationId: method === definition.method ? definition.id : `${definition.id}.${method.toLowerCase()}`,
    summary: definition.summary,
    description: [describeAccess(definition.scope), ...describeRole(definition), ...describeLimits(definition)].join(
      ' ',
    ),
    tags: [tagOf(definition.id).name],
    security: security(definition.scope),
    ...(all.length > 0 && { parameters: all }),
    ...(body && { requestBody: { required: !definition.bodyFromQuery, content } }),
    responses: responses(definition, schemas),
  }
}

/** Sorts routes by tag, in reading order. */
export const sortByTag = (routes: readonly Route[]): Route[] =>
  routes.toSorted((one, other) => TAGS.indexOf(tagOf(one.id)) - TAGS.indexOf(tagOf(other.id)))

export function buildOpenApi(routes: readonly Route[], version: string): Json {
  const schemas = createSchemas()
  const paths: Record<string, Json> = {}
  for (const definition of sortByTag(routes)) {
    const path = definition.path.replaceAll(/:(\w+)/g, '{$1}')
    const item = (paths[path] ??= {})
    for (const method of methodsOf(definition)) item[method.toLowerCase()] = operation(definition, method, schemas)
  }
  schemas.describe(Problem, 'answer')
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
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'API key, sw_…' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sitewatch' },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: problemResponses(routes),
      schemas: schemas.components(),
      examples: problemExamples(routes),
    },
  }
}
