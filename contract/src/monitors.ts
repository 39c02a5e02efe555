import { z } from 'zod'
import { Flag, Id, pagedQuery, Timestamp } from './fields.ts'
import { mergeRecords, mergeSettings } from './monitor-type.ts'
import * as definitions from './monitor-types/index.ts'
import { created, deleted, list, one, route } from './route.ts'

/** Every type of check, by its name in the API. */
export const MONITOR_TYPES = definitions
export type MonitorType = keyof typeof MONITOR_TYPES
export const MONITOR_TYPE_NAMES = Object.keys(MONITOR_TYPES) as [MonitorType, ...MonitorType[]]
export const MonitorType = z.enum(MONITOR_TYPE_NAMES)

/** What may be set for some types only. */
const typeSettings = mergeSettings(MONITOR_TYPES)

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
  ...typeSettings,
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

/** What does not apply to its type is null. */
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
  ...mergeRecords(MONITOR_TYPES),
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
