import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from './fields.ts'
import { discord } from './provider-types/discord.ts'
import { email } from './provider-types/email.ts'
import { pagerduty } from './provider-types/pagerduty.ts'
import { slack } from './provider-types/slack.ts'
import { sms } from './provider-types/sms.ts'
import { telegram } from './provider-types/telegram.ts'
import { webhook } from './provider-types/webhook.ts'
import { created, createdOrUpdated, deleted, deletedWith, list, one, route } from './route.ts'

/** Every kind of notification provider: one file each, one line here. */
export const PROVIDER_TYPES = { email, slack, telegram, sms, webhook, discord, pagerduty } as const
export type ProviderType = keyof typeof PROVIDER_TYPES
export const ProviderTypeName = z.enum(Object.keys(PROVIDER_TYPES) as [ProviderType, ...ProviderType[]])

const Name = z.string().trim().min(1).max(5000).nullable()

export const LastDelivery = z.strictObject({
  kind: z.enum(['test', 'alert']),
  outcome: z.enum(['sent', 'failed']),
  message: z.string().nullable(),
  at: Timestamp,
})
export type LastDelivery = z.infer<typeof LastDelivery>

const IsDefault = z.boolean().meta({ description: 'Assigned to each monitor created without provider_ids' })

const head = { object: z.literal('provider'), id: Id }
const tail = {
  is_default: IsDefault,
  last_delivery: LastDelivery.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
}

type Definition = (typeof PROVIDER_TYPES)[ProviderType]

/** One schema for each type, so that a new type needs no line but its own. */
function eachType<S>(make: (type: Definition) => z.ZodObject): [S, ...S[]] {
  return Object.values(PROVIDER_TYPES).map(make) as unknown as [S, ...S[]]
}

type Flat<Shape> = { [Name in keyof Shape]: Shape[Name] extends z.ZodType ? Shape[Name] : never }

type RecordOf<T extends Definition> = T extends Definition
  ? z.ZodObject<
      Flat<typeof head & { provider_type: T['provider_type']; name: z.ZodString } & T['record'] & typeof tail>,
      z.core.$strict
    >
  : never

export const Provider = z.discriminatedUnion(
  'provider_type',
  eachType<RecordOf<Definition>>(({ provider_type, record }) =>
    z.strictObject({ ...head, provider_type, name: z.string(), ...record, ...tail }),
  ),
)
export type Provider = z.infer<typeof Provider>

const common = { name: Name.optional(), is_default: IsDefault.optional() }

type NewOf<T extends Definition> = T extends Definition
  ? z.ZodObject<
      Flat<{ provider_type: T['provider_type'] } & typeof common & T['settings'] & T['optional']>,
      z.core.$strict
    >
  : never

export const NewProvider = z.discriminatedUnion(
  'provider_type',
  eachType<NewOf<Definition>>(({ provider_type, settings, optional }) =>
    z.strictObject({ provider_type, ...settings, ...optional, ...common }),
  ),
)
export type NewProvider = z.output<typeof NewProvider>

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Shape) => void
  ? Flat<Shape>
  : never

/** The fields of every type, all optional; the server holds them against the type that the provider has. */
export const ProviderChanges = z
  .strictObject(
    Object.assign(
      {},
      ...Object.values(PROVIDER_TYPES).map(({ settings, optional }) => ({ ...settings, ...optional })),
    ) as All<Definition['settings']> & All<Definition['optional']>,
  )
  .extend({ name: Name, is_default: IsDefault })
  .partial()
export type ProviderChanges = z.output<typeof ProviderChanges>

export const Assignment = z.strictObject({
  object: z.literal('assignment'),
  id: Id,
  monitor_id: Id,
  provider_id: Id,
  enabled: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Assignment = z.infer<typeof Assignment>

const testOf = <Which extends z.ZodType>(provider_id: Which) =>
  z.strictObject({
    object: z.literal('provider_test'),
    provider_id,
    success: z.literal(true),
    message: z.string(),
  })

const readOnly = ['object', 'id', 'last_delivery', 'created_at', 'updated_at'] as const

export const providerRoutes = {
  list: route({
    id: 'providers.list',
    method: 'GET',
    path: '/api/providers',
    summary: 'List notification providers',
    scope: 'providers:read',
    query: pagedQuery({}),
    returns: list(Provider),
    problems: [],
  }),
  create: route({
    id: 'providers.create',
    method: 'POST',
    path: '/api/providers',
    summary: 'Create a notification provider: provider_type and the fields of that type',
    scope: 'providers:write',
    body: NewProvider,
    readOnly,
    returns: created(Provider),
    problems: ['target_not_allowed', 'limit_reached'],
  }),
  show: route({
    id: 'providers.show',
    method: 'GET',
    path: '/api/providers/:id',
    summary: 'Show a notification provider; its secrets are masked',
    scope: 'providers:read',
    returns: one(Provider),
    problems: ['not_found'],
  }),
  update: route({
    id: 'providers.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/providers/:id',
    summary: 'Change a notification provider: only the fields sent. A masked secret sent back changes nothing',
    scope: 'providers:write',
    body: ProviderChanges,
    readOnly: [...readOnly, 'provider_type'],
    returns: one(Provider),
    problems: ['target_not_allowed', 'not_found'],
  }),
  remove: route({
    id: 'providers.remove',
    method: 'DELETE',
    path: '/api/providers/:id',
    summary: 'Delete a notification provider; says which monitors now tell nobody',
    scope: 'providers:write',
    returns: deletedWith('provider', { unassigned_monitor_ids: z.array(Id) }),
    problems: ['not_found'],
  }),
  try: route({
    id: 'providers.try',
    method: 'POST',
    path: '/api/providers/test',
    summary: 'Send a test notification through a provider that is not created, for real, and say what came of it',
    scope: 'providers:write',
    body: NewProvider,
    readOnly,
    outsideEffect: true,
    limit: 'provider_test',
    returns: one(testOf(z.null())),
    problems: ['provider_test_failed', 'target_not_allowed'],
  }),
  test: route({
    id: 'providers.test',
    method: 'POST',
    path: '/api/providers/:id/test',
    summary: 'Send a test notification, for real, and say what came of it',
    scope: 'providers:write',
    outsideEffect: true,
    limit: 'provider_test',
    returns: one(testOf(Id)),
    problems: ['not_found', 'provider_test_failed', 'target_not_allowed'],
  }),
} as const

export const assignmentRoutes = {
  list: route({
    id: 'monitors.notifications',
    method: 'GET',
    path: '/api/monitors/:id/notifications',
    summary: 'Which providers a monitor tells',
    scope: 'monitors:read',
    query: pagedQuery({}),
    returns: list(Assignment),
    problems: ['not_found'],
  }),
  create: route({
    id: 'monitors.assign',
    method: 'POST',
    path: '/api/monitors/:id/notifications',
    summary: 'Assign a provider to a monitor, or switch an assignment on or off',
    scope: ['monitors:write', 'providers:read'],
    body: z.strictObject({ provider_id: Id, enabled: z.boolean().optional() }),
    readOnly: ['object', 'id', 'monitor_id', 'created_at', 'updated_at'],
    returns: createdOrUpdated(Assignment),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'monitors.unassign',
    method: 'DELETE',
    path: '/api/monitors/:id/notifications',
    summary: 'Take a provider off a monitor; provider_id in the JSON body or in the query',
    scope: ['monitors:write', 'providers:read'],
    body: z.strictObject({ provider_id: Id }),
    bodyFromQuery: true,
    returns: deleted('assignment'),
    problems: ['not_found'],
  }),
} as const
