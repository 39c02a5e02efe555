import { z } from 'zod'
import { exampleOf } from '../examples/example.ts'
import { MonitorEscalation } from './monitor-escalation.ts'
import { Flag, Id, pagedQuery, TagName, Timestamp } from '../core/fields.ts'
import {
  type CommonSettingName,
  type CommonSettings,
  MONITOR_SETTINGS,
  PLAIN_SETTINGS,
  type PlainSettingName,
} from './monitor-settings.ts'
import { mergeRecords, mergeSettings, type MonitorTypeDefinition, toResponseSchema } from './monitor-type.ts'
import {
  DEFAULT_MONITOR_TYPE,
  describeMonitorTypes,
  findSettingFacts,
  isPassive,
  MONITOR_TYPES,
  MonitorType,
} from './monitor-type-list.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

/** Every field that only some types have. */
const typeSettings = mergeSettings(MONITOR_TYPES)
export type TypeField = keyof typeof typeSettings
export const TYPE_FIELDS: readonly string[] = Object.keys(typeSettings)

const commonSettings = Object.fromEntries(
  Object.entries(MONITOR_SETTINGS).map(([name, { schema }]) => [name, schema]),
) as { [Name in CommonSettingName]: (typeof MONITOR_SETTINGS)[Name]['schema'] }
/** In the order of the API: those of a type follow what all types have in common about the check. */
const { website_id, locations, quorum, tags, depends_on, escalation_policy_id, ...ofTheCheck } = commonSettings
const ofItsPlace = { website_id, locations, quorum, tags, depends_on, escalation_policy_id }
const settings = { ...ofTheCheck, ...typeSettings, ...ofItsPlace }

/** An object with a known type or without a type. For an unknown type, it is unclear whether a URL is required. */
const hasKnownType = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  MonitorType.optional().safeParse((value as { type?: unknown }).type).success

export const NewMonitor = z
  .strictObject({
    ...z.object(settings).partial().shape,
    friendly_name: settings.friendly_name,
    url: settings.url.optional().meta({ description: 'Required, except for type heartbeat, where it is assigned' }),
    provider_ids: z
      .array(Id)
      .max(1000)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain a provider twice' })
      .optional()
      .meta({ description: 'Providers to alert; needs the scope providers:read. Omitted: your default providers' }),
  })
  .refine(({ url, type = DEFAULT_MONITOR_TYPE }) => url !== undefined || isPassive(type), {
    path: ['url'],
    error: 'is required',
    params: { code: 'required' },
    // Reported together with errors of other fields.
    when: ({ value }) => hasKnownType(value),
  })
  .meta({ id: 'NewMonitor' })
export type NewMonitor = z.output<typeof NewMonitor>

export const MonitorChanges = z.strictObject(z.object(settings).partial().shape).meta({ id: 'MonitorChanges' })
export type MonitorChanges = z.output<typeof MonitorChanges>

const Percent = z.number().min(0).max(100).nullable()

/** In the order of `sort=status`. */
export const MONITOR_STATUSES = ['down', 'pending', 'up', 'paused'] as const
export type MonitorStatus = (typeof MONITOR_STATUSES)[number]

/** A plain setting is returned as it was sent. */
const plainRecords = Object.fromEntries(
  PLAIN_SETTINGS.map((name) => [name, toResponseSchema(name, MONITOR_SETTINGS[name].schema)]),
) as unknown as { [Name in PlainSettingName]: z.ZodType<CommonSettings[Name]> }

/** Fields that do not apply to the type are null. */
export const Monitor = z
  .strictObject({
    object: z.literal('monitor'),
    id: Id,
    friendly_name: z.string(),
    url: z.string().meta({ description: 'Of a heartbeat, its ping_url' }),
    type: MonitorType,
    interval: z.int().meta({
      description: 'Of a heartbeat, its period_seconds, or the shortest gap of its cron expression',
    }),
    is_active: z.boolean(),
    status: z.enum(MONITOR_STATUSES),
    ...plainRecords,
    ...mergeRecords(MONITOR_TYPES),
    website_id: Id.nullable(),
    website_domain: z.string().nullable().meta({ description: 'Domain of the linked website' }),
    locations: z.array(z.string()),
    quorum: z.int(),
    tags: z.array(z.string()),
    depends_on: z.array(Id),
    escalation_policy_id: Id.nullable().meta({ description: 'Its own escalation policy' }),
    escalation: MonitorEscalation.nullable().meta({
      description: 'The escalation policy that applies, and where it is set; null: none',
    }),
    provider_ids: z.array(Id).meta({ description: 'IDs of the providers with an enabled assignment' }),
    alerts_nobody: z.boolean().meta({
      description:
        'True if no alert would be sent: no enabled provider is assigned, and no escalation policy alerts anybody',
    }),
    last_checked_at: Timestamp.nullable(),
    last_response_ms: z.number().nullable(),
    is_slow: z.boolean().meta({ description: 'Response times are above slow_ms; the status stays as it is' }),
    last_error: z.string().nullable(),
    tls_expires_at: Timestamp.nullable(),
    tls_issuer: z.string().nullable().meta({ description: 'Who issued the certificate' }),
    tls_names: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Names that the certificate is valid for; the first 20' }),
    tls_chain: z
      .array(z.strictObject({ subject: z.string(), issuer: z.string(), expires_at: Timestamp }))
      .nullable()
      .meta({ description: 'The certificates that the server presented, its own first' }),
    domain_expires_at: Timestamp.nullable().meta({
      description: 'When the registration of its domain expires, as the registry says; null: unknown',
    }),
    ping_url: z.string().nullable().meta({
      description:
        'Only for heartbeat: where the job sends its pings. Its token is shown as `…` to members and keys that may not change monitors',
    }),
    last_ping_at: Timestamp.nullable().meta({ description: 'Only for heartbeat: the last ping of any kind' }),
    next_ping_at: Timestamp.nullable().meta({
      description: 'Only for heartbeat: when the next ping is expected; null before the first one and while paused',
    }),
    uptime: z.strictObject({ '24h': Percent, '30d': Percent }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Monitor' })
export type Monitor = z.infer<typeof Monitor>

const readOnly = [
  'object',
  'id',
  'status',
  'website_domain',
  'escalation',
  'alerts_nobody',
  'last_checked_at',
  'last_response_ms',
  'is_slow',
  'last_error',
  'tls_expires_at',
  'tls_issuer',
  'tls_names',
  'tls_chain',
  'domain_expires_at',
  'ping_url',
  'last_ping_at',
  'next_ping_at',
  'uptime',
  'created_at',
  'updated_at',
] as const

const exampleBody = (type: MonitorType): Record<string, unknown> => {
  const { url, settings, example = {} }: MonitorTypeDefinition = MONITOR_TYPES[type]
  const { defaults } = findSettingFacts(type)
  const required = Object.entries(settings).filter(([name]) => !(name in defaults))
  return {
    friendly_name: 'Shop',
    ...(url && { url: url.placeholder }),
    ...(type !== DEFAULT_MONITOR_TYPE && { type }),
    ...Object.fromEntries(required.map(([name, schema]) => [name, exampleOf(schema, [name])])),
    ...example,
  }
}

/** One for each type, the default type first. */
const EXAMPLE_BODIES = Object.fromEntries(
  describeMonitorTypes().map(({ type }) => [type, exampleBody(type as MonitorType)]),
)

export const monitorRoutes = {
  list: route({
    id: 'monitors.list',
    method: 'GET',
    path: '/api/monitors',
    summary: 'List monitors',
    scope: 'monitors:read',
    role: 'guest',
    limitedKeys: true,
    query: pagedQuery({
      status: z.enum(['up', 'down']).optional(),
      state: z.enum(MONITOR_STATUSES).optional().meta({ description: 'As `status`, with pending and paused as well' }),
      type: MonitorType.optional(),
      search: z.string().max(200).optional().meta({ description: 'Text contained in the name or the URL' }),
      tag: TagName.optional().meta({ description: 'Only monitors with this tag' }),
      depends_on: Id.optional().meta({ description: 'Only monitors that depend directly on this one' }),
      alerts_nobody: Flag.optional().meta({
        description: 'true: only monitors without alerts. false: only monitors with alerts',
      }),
      is_slow: Flag.optional().meta({ description: 'true: only slow monitors. false: only others' }),
      sort: z
        .enum(['newest', 'status'])
        .default('newest')
        .meta({ description: 'status: down first, then pending, up and paused, each by name' }),
    }),
    example: { status: 'down' },
    returns: list(Monitor),
    problems: [],
  }),
  create: route({
    id: 'monitors.create',
    method: 'POST',
    path: '/api/monitors',
    summary: 'Create a monitor. Its first check runs within 5 seconds',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'monitor.created',
    body: NewMonitor,
    examples: EXAMPLE_BODIES,
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
    role: 'guest',
    limitedKeys: true,
    returns: one(Monitor),
    problems: ['not_found'],
  }),
  update: route({
    id: 'monitors.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/monitors/:id',
    summary:
      'Update a monitor; only the fields sent change. is_active: false pauses it. Another origin or resolver, or verify_tls: false, requires its secrets again',
    scope: 'monitors:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'monitor.updated',
    body: MonitorChanges,
    example: { interval: 120, keyword: 'Add to cart' },
    readOnly: [...readOnly, 'provider_ids'],
    returns: one(Monitor),
    problems: ['target_not_allowed', 'not_found'],
  }),
  remove: route({
    id: 'monitors.remove',
    method: 'DELETE',
    path: '/api/monitors/:id',
    summary: 'Delete a monitor. Its incidents remain available under /api/incidents',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'monitor.deleted',
    returns: deleted('monitor'),
    problems: ['not_found'],
  }),
} as const
