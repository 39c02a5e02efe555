import type { Json } from './schema.ts'
import type { Route } from '../core/route.ts'

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const

export const HEADERS: Json = {
  ETag: {
    description: 'Version of the record. Send it in If-Match to change only this version.',
    schema: text,
    example: '"mi1v4k3q_9f2c1e7a5b3d8f06"',
  },
  Location: {
    description: 'URL of the created record.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://watch.example.com/api/v1/websites/42',
  },
  Link: {
    description: 'The same URLs as `links`, in the form of RFC 8288.',
    schema: text,
    example: '<https://watch.example.com/api/monitors?page=2>; rel="next"',
  },
  RateLimit: {
    description: 'Requests left (r) and seconds until the limit resets (t).',
    schema: text,
    example: '"credential";r=299;t=60',
  },
  'RateLimit-Policy': {
    description: 'Requests allowed (q) per window of w seconds.',
    schema: text,
    example: '"credential";q=300;w=60',
  },
  'X-RateLimit-Limit': { description: 'Requests allowed per window.', schema: integer, example: 300 },
  'X-RateLimit-Remaining': { description: 'Requests left in this window.', schema: integer, example: 299 },
  'X-RateLimit-Reset': {
    description: 'When the limit resets, in seconds since 1970.',
    schema: integer,
    example: 1_794_821_460,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: integer, example: 12 },
  'X-Request-Id': {
    description: 'ID of the request, by which the server log is searched.',
    schema: text,
    example: 'req_01KA5Z9M3T8Q4W7E2R6Y1U0P5S',
  },
}

export const PARAMETERS: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Any unique text. A repeated request with the same key has no second effect: it gets the first response.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'ETag of the record. If the record has changed since, the response is 412 and nothing changes.',
    schema: text,
    example: '"mi1v4k3q_9f2c1e7a5b3d8f06"',
  },
  SitewatchTeam: {
    name: 'Sitewatch-Team',
    in: 'header',
    required: false,
    description:
      'ID of the team in which a session acts. Default: the personal team. A key acts in its own team. Links and EventSource, which send no headers, name it in the query parameter team_id.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETag of the response you have. If it is still current, the response is 304 without a body.',
    schema: text,
    example: '"mi1v4k3q_9f2c1e7a5b3d8f06"',
  },
}

const refer = (kind: 'headers' | 'parameters', name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

const ALWAYS = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

const pickHeaders = (names: readonly string[]): Json =>
  Object.fromEntries([...names, ...ALWAYS].map((name) => [name, refer('headers', name)]))

/** A record with `id` and `updated_at` has a version, and so an ETag. */
function isVersioned({ returns }: Route): boolean {
  if (returns.kind !== 'one' && returns.kind !== 'created') return false
  const { def } = returns.schema._zod as unknown as { def: { shape?: object; options?: { shape?: object }[] } }
  const shape = def.shape ?? def.options?.[0]?.shape ?? {}
  return 'id' in shape && 'updated_at' in shape
}

export function successHeaders(route: Route, status: number): Json {
  return pickHeaders([
    ...(isVersioned(route) ? ['ETag'] : []),
    ...(status === 201 ? ['Location'] : []),
    ...(route.returns.kind === 'list' ? ['Link'] : []),
  ])
}

export const problemHeaders = (status: number): Json =>
  pickHeaders(status === 429 || status === 503 ? ['Retry-After'] : [])

export function headerParameters(route: Route): Json[] {
  const names = [
    ...(route.role !== null && !route.path.startsWith('/api/teams') ? ['SitewatchTeam'] : []),
    ...(route.method === 'POST' && route.scope !== 'anonymous' ? ['IdempotencyKey'] : []),
    ...(['PUT', 'PATCH', 'DELETE'].includes(route.method) && /:\w+$/.test(route.path) ? ['IfMatch'] : []),
    ...(route.method === 'GET' && isVersioned(route) ? ['IfNoneMatch'] : []),
  ]
  return names.map((name) => refer('parameters', name))
}
