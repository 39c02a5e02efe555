import { z } from 'zod'
import { Id, Moment, pagedQuery, Timestamp } from '../core/fields.ts'
import { created, deletedWith, list, one, route } from '../core/route.ts'
import { Scope, SCOPES } from '../core/scopes.ts'

const MAX_ALLOWED_ADDRESSES = 50
const MAX_OVERLAP_HOURS = 30 * 24
const MAX_LIMITED_TO = 500

export const KEY_PATTERN = /^sw_[0-9A-Za-z]{51}$/

const KeyLimits = z
  .strictObject({
    website_ids: z
      .array(Id)
      .meta({ description: 'These websites, with everything that belongs to them and their monitors' }),
    monitor_ids: z.array(Id).meta({ description: 'These monitors, whatever website they belong to' }),
  })
  .meta({ id: 'ApiKeyLimits' })
export type KeyLimits = z.infer<typeof KeyLimits>

const LimitIds = z
  .array(Id)
  .max(MAX_LIMITED_TO)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain duplicates' })

const NewKeyLimits = z
  .strictObject({ website_ids: LimitIds.default([]), monitor_ids: LimitIds.default([]) })
  .refine(({ website_ids, monitor_ids }) => website_ids.length + monitor_ids.length > 0, {
    error: 'must contain a website or a monitor',
    path: ['website_ids'],
  })
  .meta({ id: 'NewApiKeyLimits' })

export const ApiKey = z
  .strictObject({
    object: z.literal('api_key'),
    id: Id,
    name: z.string(),
    scopes: z.array(Scope),
    prefix: z.string().meta({ description: 'The first characters of the key, to identify it' }),
    minted_by: Id.nullable().meta({ description: 'ID of the key that created this one; null if a user created it' }),
    expires_at: Timestamp.nullable(),
    allowed_addresses: z.array(z.string()).meta({
      description: 'IP addresses and CIDR ranges that the key can be used from; empty: from anywhere',
    }),
    limited_to: KeyLimits.nullable().meta({
      description: 'The only websites and monitors that the key can read and change; null: all',
    }),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

const { object, id, name, scopes, prefix, ...rest } = ApiKey.shape

export const NewApiKeyRecord = z
  .strictObject({
    object,
    id,
    name,
    scopes,
    prefix,
    key: z.string().regex(KEY_PATTERN).meta({ description: 'The API key. Returned only here, once' }),
    ...rest,
  })
  .meta({ id: 'CreatedApiKey' })
export type NewApiKeyRecord = z.infer<typeof NewApiKeyRecord>

export const NewApiKey = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    scopes: z
      .array(Scope)
      .min(1)
      .max(SCOPES.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'must not contain duplicate scopes' }),
    expires_at: Moment.nullable().optional(),
    allowed_addresses: z.array(z.string().trim().min(1).max(50)).max(MAX_ALLOWED_ADDRESSES).optional().meta({
      description:
        'IP addresses and CIDR ranges that the key can be used from. Default: those of the key that creates it, or anywhere',
    }),
    limited_to: NewKeyLimits.nullable().optional().meta({
      description: 'The only websites and monitors that the key can read and change. Default: all',
    }),
  })
  .meta({ id: 'NewApiKey' })
export type NewApiKey = z.output<typeof NewApiKey>

export const RotateApiKey = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .default(24)
      .meta({ description: 'How long the old key still works. 0: not at all' }),
  })
  .meta({ id: 'RotateApiKey' })

const readOnly = ['object', 'id', 'prefix', 'key', 'minted_by', 'last_used_at', 'created_at', 'updated_at'] as const

export const keyRoutes = {
  create: route({
    id: 'keys.create',
    method: 'POST',
    path: '/api/keys',
    summary: 'Create an API key. A key can create keys with a subset of its own scopes; they are revoked with it',
    scope: 'credential',
    role: 'guest',
    audit: 'api_key.created',
    body: NewApiKey,
    readOnly,
    limit: 'key_creation',
    returns: created(NewApiKeyRecord),
    problems: ['insufficient_scope', 'limit_reached', 'not_found'],
  }),
  list: route({
    id: 'keys.list',
    method: 'GET',
    path: '/api/keys',
    summary: 'List API keys. A session sees all; a key sees those with a subset of its own scopes',
    scope: 'credential',
    role: 'guest',
    query: pagedQuery({}),
    returns: list(ApiKey),
    problems: [],
  }),
  show: route({
    id: 'keys.show',
    method: 'GET',
    path: '/api/keys/:id',
    summary: 'Show an API key',
    scope: 'credential',
    role: 'guest',
    returns: one(ApiKey),
    problems: ['not_found'],
  }),
  rotate: route({
    id: 'keys.rotate',
    method: 'POST',
    path: '/api/keys/:id/rotate',
    summary: 'Replace an API key by a new one with the same rights; the old one still works for a while',
    scope: 'credential',
    role: 'guest',
    audit: 'api_key.rotated',
    body: RotateApiKey,
    example: { overlap_hours: 24 },
    limit: 'key_creation',
    returns: created(NewApiKeyRecord),
    problems: ['limit_reached', 'not_found', 'not_possible'],
  }),
  remove: route({
    id: 'keys.remove',
    method: 'DELETE',
    path: '/api/keys/:id',
    summary: 'Revoke an API key and all keys created with it',
    scope: 'credential',
    role: 'guest',
    audit: 'api_key.revoked',
    returns: deletedWith('api_key', { deleted_ids: z.array(Id) }),
    problems: ['not_found'],
  }),
} as const
