import { z } from 'zod'
import { Flag, Id, pagedQuery, Timestamp } from './fields.ts'
import { created, deleted, list, one, route } from './route.ts'

const HTTP_METHODS = ['GET', 'HEAD', 'POST'] as const
const StatusRange = z
  .union([z.int().min(100).max(599).transform(String), z.string().regex(/^[1-5]\d\d(-[1-5]\d\d)?$/, { abort: true })], {
    error: 'must be a status code or a range such as 200-399',
  })
  .refine((text) => Number(text.split('-')[1] ?? text.slice(0, 3)) >= Number(text.slice(0, 3)), {
    error: 'must not end before it begins',
  })

const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'is not a header name' })
/** Visible ASCII and blanks inside: what a header may carry. Or the mask of a stored value, which keeps it. */
const HeaderValue = z
  .string()
  .trim()
  .max(4000)
  .regex(/^(\u2026?[\u0020-\u007e]*)$/, { error: 'must be printable ASCII' })

/** Host is the URL's business; the hop-by-hop ones are the connection's. */
const REFUSED_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const RequestHeaders = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= 20, {
    error: 'must have at most 20 entries',
    params: { code: 'too_many' },
  })
  .refine((headers) => Object.keys(headers).every((name) => !REFUSED_HEADERS.has(name.toLowerCase())), {
    error: 'must not name Host or a hop-by-hop header',
  })
  .refine(
    (headers) => new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length,
    {
      error: 'must not name a header twice',
    },
  )

/** Every type of check. CONTRIBUTING.md says what a new one needs. */
export const MONITOR_TYPES = ['http', 'ping'] as const
export const MonitorType = z.enum(MONITOR_TYPES)
export type MonitorType = z.infer<typeof MonitorType>

const BODY_BYTES_MAX = 8192

const settings = {
  friendly_name: z.string().trim().min(1).max(120),
  url: z.string().trim().min(1).max(2048),
  type: MonitorType,
  interval: z
    .int()
    .min(1)
    .max(86_400)
    .meta({ description: 'Seconds between checks; at least 30 unless the operator allows less' }),
  is_active: z.boolean(),
  timeout_seconds: z.int().min(1).max(60),
  method: z.enum(HTTP_METHODS),
  request_headers: RequestHeaders.meta({ description: 'Values are write-only: they come back masked' }),
  request_body: z
    .string()
    .refine((text) => new TextEncoder().encode(text).length <= BODY_BYTES_MAX, {
      error: `must be at most ${BODY_BYTES_MAX} bytes`,
      params: { code: 'too_long' },
    })
    .nullable()
    .meta({ description: 'For POST only; at most 8 KiB' }),
  expected_status: z.array(StatusRange).min(1).max(20),
  follow_redirects: z.boolean(),
  keyword: z.string().min(1).max(500).nullable(),
  keyword_mode: z.enum(['present', 'absent']),
  verify_tls: z.boolean(),
  website_id: Id.nullable(),
  locations: z
    .array(z.string().trim().min(1).max(40))
    .max(20)
    .refine((names) => new Set(names).size === names.length, { error: 'must not name a location twice' }),
  quorum: z.int().min(1).max(20),
}

export const NewMonitor = z.strictObject({
  ...z.object(settings).partial().shape,
  friendly_name: settings.friendly_name,
  url: settings.url,
  provider_ids: z
    .array(Id)
    .max(1000)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not name a provider twice' })
    .optional()
    .meta({ description: 'Providers to alert; needs the scope providers:read. Omitted: your default providers' }),
})
export type NewMonitor = z.output<typeof NewMonitor>

export const MonitorChanges = z.strictObject(z.object(settings).partial().shape)
export type MonitorChanges = z.output<typeof MonitorChanges>

const Percent = z.number().min(0).max(100).nullable()

/** What does not apply to a ping is null there. */
export const Monitor = z.strictObject({
  object: z.literal('monitor'),
  id: Id,
  friendly_name: z.string(),
  url: z.string(),
  type: MonitorType,
  interval: z.int(),
  is_active: z.boolean(),
  status: z.enum(['pending', 'up', 'down', 'paused']),
  timeout_seconds: z.int(),
  method: z.enum(HTTP_METHODS).nullable(),
  request_headers: z.record(z.string(), z.string()).nullable(),
  request_body: z.string().nullable(),
  expected_status: z.array(z.string()).nullable(),
  follow_redirects: z.boolean().nullable(),
  keyword: z.string().nullable(),
  keyword_mode: z.enum(['present', 'absent']).nullable(),
  verify_tls: z.boolean().nullable(),
  website_id: Id.nullable(),
  locations: z.array(z.string()),
  quorum: z.int(),
  provider_ids: z.array(Id).meta({ description: 'Providers with an enabled assignment' }),
  alerts_nobody: z
    .boolean()
    .meta({ description: 'No alert would be sent: no enabled assignment to a provider that may receive alerts' }),
  last_checked_at: Timestamp.nullable(),
  last_response_ms: z.number().nullable(),
  last_error: z.string().nullable(),
  tls_expires_at: Timestamp.nullable(),
  uptime: z.strictObject({ '24h': Percent, '30d': Percent }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Monitor = z.infer<typeof Monitor>

const readOnly = [
  'object',
  'id',
  'status',
  'alerts_nobody',
  'last_checked_at',
  'last_response_ms',
  'last_error',
  'tls_expires_at',
  'uptime',
  'created_at',
  'updated_at',
] as const

export const monitorRoutes = {
  list: route({
    id: 'monitors.list',
    method: 'GET',
    path: '/api/monitors',
    summary: 'List monitors',
    scope: 'monitors:read',
    query: pagedQuery({
      status: z.enum(['up', 'down']).optional(),
      type: MonitorType.optional(),
      search: z.string().max(200).optional().meta({ description: 'Part of the name or of the URL' }),
      alerts_nobody: Flag.optional().meta({ description: 'Only monitors that alert nobody, or only those that do' }),
    }),
    returns: list(Monitor),
    problems: [],
  }),
  create: route({
    id: 'monitors.create',
    method: 'POST',
    path: '/api/monitors',
    summary: 'Create a monitor. Its first check runs within 5 seconds',
    scope: 'monitors:write',
    body: NewMonitor,
    readOnly,
    returns: created(Monitor),
    problems: ['target_not_allowed', 'limit_reached', 'not_found'],
  }),
  show: route({
    id: 'monitors.show',
    method: 'GET',
    path: '/api/monitors/:id',
    summary: 'Show a monitor',
    scope: 'monitors:read',
    returns: one(Monitor),
    problems: ['not_found'],
  }),
  update: route({
    id: 'monitors.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/monitors/:id',
    summary: 'Change a monitor: only the fields sent. is_active false pauses it',
    scope: 'monitors:write',
    body: MonitorChanges,
    readOnly: [...readOnly, 'provider_ids'],
    returns: one(Monitor),
    problems: ['target_not_allowed', 'not_found'],
  }),
  remove: route({
    id: 'monitors.remove',
    method: 'DELETE',
    path: '/api/monitors/:id',
    summary: 'Delete a monitor. Its incidents stay readable under /api/incidents',
    scope: 'monitors:write',
    returns: deleted('monitor'),
    problems: ['not_found'],
  }),
} as const
