import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { findProviderDefinition } from './find-provider-definition.ts'
import type { ProviderDefinition, ProviderField } from './provider-types/definition.ts'
import * as definitions from './provider-types/index.ts'
import { NewQuietHours, QuietHours } from './quiet-hours.ts'
import { created, deletedWith, list, one, route } from '../core/route.ts'

export type { ProviderDefinition, ProviderField }
export type ProviderType = keyof typeof definitions

const { email, slack, telegram, sms, webhook, discord, pagerduty, ...later } = definitions

/** These types come first in the API and in the dashboard. Later types follow in alphabetical order. */
export const PROVIDER_TYPES: typeof definitions = {
  email,
  slack,
  telegram,
  sms,
  webhook,
  discord,
  pagerduty,
  ...later,
}

export const ProviderTypeName = z.enum(Object.keys(PROVIDER_TYPES) as [ProviderType, ...ProviderType[]])

const Name = z.string().trim().min(1).max(5000).nullable()

export const LastDelivery = z
  .strictObject({
    kind: z.enum(['test', 'alert']),
    outcome: z.enum(['sent', 'failed']),
    message: z.string().nullable(),
    at: Timestamp,
  })
  .meta({ id: 'LastDelivery' })
export type LastDelivery = z.infer<typeof LastDelivery>

const IsDefault = z
  .boolean()
  .meta({ description: 'Whether it is assigned to new monitors created without provider_ids' })

const head = { object: z.literal('provider'), id: Id }
const tail = {
  is_default: IsDefault,
  quiet_hours: QuietHours.nullable().meta({ description: 'When messages wait until they end; null: never' }),
  last_delivery: LastDelivery.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
}

const toPascal = (type: string): string => type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

type Definition = (typeof PROVIDER_TYPES)[ProviderType]
const DEFINITIONS: readonly ProviderDefinition[] = Object.values(PROVIDER_TYPES)

/** The types whose messages count against the team's daily SMS limit. */
export const SMS_BUDGET_TYPES: readonly string[] = DEFINITIONS.filter(({ uses_sms_budget }) => uses_sms_budget).map(
  ({ provider_type }) => provider_type,
)

/** Creates one schema for each type, so that a new type needs no change here. */
function eachType<S>(make: (type: ProviderDefinition) => z.ZodObject): [S, ...S[]] {
  return DEFINITIONS.map(make) as unknown as [S, ...S[]]
}

const mapFields = (
  fields: ProviderDefinition['fields'],
  make: (field: ProviderField) => z.ZodType,
): Record<string, z.ZodType> => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field)]))

type Flat<Shape> = { [Name in keyof Shape]: Shape[Name] extends z.ZodType ? Shape[Name] : never }

type Optional<Field, Yes, No> = Field extends { optional: true } ? Yes : No
type ShownFields<Fields> = { [Name in keyof Fields]: Optional<Fields[Name], z.ZodNullable<z.ZodString>, z.ZodString> }
type SentFields<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { schema: infer Schema extends z.ZodType }
    ? Optional<Fields[Name], z.ZodOptional<Schema>, Schema>
    : never
}

type RecordOf<T extends Definition> = T extends Definition
  ? z.ZodObject<
      Flat<
        typeof head & { provider_type: z.ZodLiteral<T['provider_type']>; name: z.ZodString } & ShownFields<
            T['fields']
          > &
          typeof tail
      >,
      z.core.$strict
    >
  : never

function showField({ secret, optional }: ProviderField): z.ZodType {
  const text = secret ? z.string().meta({ description: 'Masked', examples: ['…b81e'] }) : z.string()
  return optional ? text.nullable() : text
}

export const Provider = z
  .discriminatedUnion(
    'provider_type',
    eachType<RecordOf<Definition>>(({ provider_type, fields }) =>
      z
        .strictObject({
          ...head,
          provider_type: z.literal(provider_type),
          name: z.string(),
          ...mapFields(fields, showField),
          ...tail,
        })
        .meta({ id: `${toPascal(provider_type)}Provider` }),
    ),
  )
  .meta({ id: 'Provider' })
export type Provider = z.infer<typeof Provider>

const SentQuietHours = NewQuietHours.nullable().meta({ description: 'When messages wait until they end; null: never' })

const common = { name: Name.optional(), is_default: IsDefault.optional(), quiet_hours: SentQuietHours.optional() }

type NewOf<T extends Definition> = T extends Definition
  ? z.ZodObject<
      Flat<{ provider_type: z.ZodLiteral<T['provider_type']> } & typeof common & SentFields<T['fields']>>,
      z.core.$strict
    >
  : never

const describeField = ({ label, hint }: ProviderField): string => (hint === undefined ? label : `${label}. ${hint}`)

function sendField(field: ProviderField): z.ZodType {
  const schema = field.optional ? field.schema.optional() : field.schema
  return schema.meta({ description: describeField(field) })
}

export const NewProvider = z
  .discriminatedUnion(
    'provider_type',
    eachType<NewOf<Definition>>(({ provider_type, label, description, fields }) =>
      z
        .strictObject({ provider_type: z.literal(provider_type), ...mapFields(fields, sendField), ...common })
        .meta({ id: `New${toPascal(provider_type)}Provider`, title: label, description }),
    ),
  )
  .meta({ id: 'NewProvider' })
export type NewProvider = z.output<typeof NewProvider>

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Shape) => void
  ? Flat<Shape>
  : never
type SentByType<T extends Definition> = T extends Definition ? SentFields<T['fields']> : never

/** Two types may use one name for different fields. Then the type of the provider decides. */
function mergeField(found: readonly ProviderField[]): z.ZodType {
  const [schema, ...otherSchemas] = [...new Set(found.map((field) => field.schema))] as [z.ZodType, ...z.ZodType[]]
  const [description, ...otherDescriptions] = new Set(found.map(describeField))
  const merged = otherSchemas.length === 0 ? schema : z.union([schema, ...otherSchemas])
  return otherDescriptions.length === 0 ? merged.meta({ description }) : merged
}

function mergeFields(): Record<string, z.ZodType> {
  const all = DEFINITIONS.flatMap(({ fields }) => Object.entries(fields))
  const byName = Map.groupBy(all, ([name]) => name)
  return Object.fromEntries([...byName].map(([name, found]) => [name, mergeField(found.map(([, field]) => field))]))
}

/** The fields of every type, all optional. The server validates them for the type of the provider. */
export const ProviderChanges = z
  .strictObject(mergeFields() as All<SentByType<Definition>>)
  .extend({ name: Name, is_default: IsDefault, quiet_hours: SentQuietHours })
  .partial()
  .meta({ id: 'ProviderChanges' })
export type ProviderChanges = z.output<typeof ProviderChanges>

/** Schema for changes of a provider of one type. */
export const changesOf = (provider_type: ProviderType) =>
  z.strictObject(mapFields(findProviderDefinition(provider_type).fields, ({ schema }) => schema)).partial()

const ProviderTest = z
  .strictObject({
    object: z.literal('provider_test'),
    provider_id: Id.nullable().meta({ description: 'Null: settings that are not saved' }),
    success: z.literal(true),
    message: z.string(),
  })
  .meta({ id: 'ProviderTest' })

const PushKey = z
  .strictObject({
    object: z.literal('push_key'),
    public_key: z.string().meta({ description: 'A P-256 public key in base64url, the same for every subscription' }),
  })
  .meta({ id: 'PushKey' })

const readOnly = ['object', 'id', 'last_delivery', 'created_at', 'updated_at'] as const

export const providerRoutes = {
  list: route({
    id: 'providers.list',
    method: 'GET',
    path: '/api/providers',
    summary: 'List notification providers',
    scope: 'providers:read',
    role: 'viewer',
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
    role: 'editor',
    audit: 'provider.created',
    body: NewProvider,
    readOnly,
    returns: created(Provider),
    problems: ['target_not_allowed', 'limit_reached'],
  }),
  pushKey: route({
    id: 'providers.pushKey',
    method: 'GET',
    path: '/api/providers/push-key',
    summary: 'Show the public key that a browser subscribes to push notifications with (applicationServerKey)',
    scope: 'providers:read',
    role: 'viewer',
    returns: one(PushKey),
    problems: [],
  }),
  show: route({
    id: 'providers.show',
    method: 'GET',
    path: '/api/providers/:id',
    summary: 'Show a notification provider; its secrets are masked',
    scope: 'providers:read',
    role: 'viewer',
    returns: one(Provider),
    problems: ['not_found'],
  }),
  update: route({
    id: 'providers.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/providers/:id',
    summary:
      'Update a notification provider; only the fields sent change. A masked secret sent back is ignored. A URL of another origin requires all secrets again',
    scope: 'providers:write',
    role: 'editor',
    audit: 'provider.updated',
    body: ProviderChanges,
    example: { name: 'On-call, nights' },
    readOnly: [...readOnly, 'provider_type'],
    returns: one(Provider),
    problems: ['target_not_allowed', 'not_found'],
  }),
  remove: route({
    id: 'providers.remove',
    method: 'DELETE',
    path: '/api/providers/:id',
    summary: 'Delete a notification provider. Returns the monitors left without a provider',
    scope: 'providers:write',
    role: 'editor',
    audit: 'provider.deleted',
    returns: deletedWith('provider', { unassigned_monitor_ids: z.array(Id) }),
    problems: ['not_found'],
  }),
  try: route({
    id: 'providers.try',
    method: 'POST',
    path: '/api/providers/test',
    summary: 'Send a real test notification with unsaved provider settings and return the result',
    scope: 'providers:write',
    role: 'editor',
    audit: 'provider.tested',
    body: NewProvider,
    readOnly,
    outsideEffect: true,
    limit: 'provider_test',
    returns: one(ProviderTest),
    problems: ['provider_test_failed', 'target_not_allowed'],
  }),
  test: route({
    id: 'providers.test',
    method: 'POST',
    path: '/api/providers/:id/test',
    summary: 'Send a real test notification and return the result',
    scope: 'providers:write',
    role: 'editor',
    audit: 'provider.tested',
    outsideEffect: true,
    limit: 'provider_test',
    returns: one(ProviderTest),
    problems: ['not_found', 'provider_test_failed', 'target_not_allowed'],
  }),
} as const
