import { z } from 'zod'
import { Flag, Id, Page, TagName, Tags, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'

const Privacy = z.literal([0, 1, 2]).meta({ type: 'integer', description: '0 = Public, 1 = Private, 2 = Password' })
const Switch = z.literal([0, 1]).meta({ type: 'integer' })

const settings = {
  privacy: Privacy,
  password: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'Password of the public statistics page when privacy is 2. Never returned' }),
  email: Switch.meta({ type: 'integer', description: 'Periodic e-mail reports: 0 = Disabled, 1 = Enabled' }),
  exclude_bots: Switch.meta({
    type: 'integer',
    description: 'Exclude common bots from tracking: 0 = Disabled, 1 = Enabled',
  }),
  exclude_params: z
    .string()
    .max(10_000)
    .nullable()
    .meta({ description: 'URL query parameters to exclude, one per line; * for all. An empty string clears the list' }),
  exclude_ips: z.string().max(10_000).nullable().meta({
    description:
      'IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line. An empty string clears the list',
  }),
  timezone: z.string().min(1).max(64).meta({ description: 'IANA name, such as Europe/Berlin' }),
  retention_days: z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .meta({ description: 'Data retention in days; null: the server default' }),
  honor_dnt: Flag.meta({ description: 'Respect Do Not Track (DNT, Sec-GPC)' }),
  indexable: Flag.meta({ description: 'Allow search engines to index the public page; only when privacy is 0' }),
  tags: Tags,
  traffic_alerts: Flag.meta({
    description:
      'Open an incident and send alerts when visits collapse although every check is green. It has an effect only with enough traffic',
  }),
}

export const NewWebsite = z
  .strictObject({
    domain: z.string().max(2048).meta({ description: 'Domain name; a full URL is reduced to its host without www.' }),
    privacy: settings.privacy.default(0),
    password: settings.password.optional(),
    email: settings.email.default(0),
    exclude_bots: settings.exclude_bots.default(1),
    exclude_params: settings.exclude_params.default(null),
    exclude_ips: settings.exclude_ips.default(null),
    timezone: settings.timezone.default('UTC'),
    retention_days: settings.retention_days.default(null),
    honor_dnt: settings.honor_dnt.prefault(false),
    indexable: settings.indexable.prefault(false),
    tags: settings.tags.prefault([]),
    traffic_alerts: settings.traffic_alerts.prefault(true),
  })
  .meta({ id: 'NewWebsite' })
export type NewWebsite = z.output<typeof NewWebsite>

export const WebsiteChanges = z
  .strictObject({
    ...z.object(settings).partial().shape,
    favorite: Flag.optional(),
  })
  .meta({ id: 'WebsiteChanges' })
export type WebsiteChanges = z.output<typeof WebsiteChanges>

export const Website = z
  .strictObject({
    object: z.literal('website'),
    id: Id,
    domain: z.string(),
    privacy: Privacy,
    has_password: z.boolean(),
    email: Switch,
    exclude_bots: Switch,
    exclude_params: z.string().nullable(),
    exclude_ips: z.string().nullable(),
    favorite: z.boolean(),
    tracking_id: z
      .string()
      .meta({ description: 'Identifies the website in the tracking script and in the URL of its public page' }),
    timezone: z.string(),
    retention_days: z.int().nullable(),
    honor_dnt: z.boolean(),
    indexable: z.boolean(),
    tags: z.array(z.string()),
    first_event_at: Timestamp.nullable(),
    monitor_ids: z.array(Id),
    traffic_alerts: z.boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Website' })
export type Website = z.infer<typeof Website>

export const WebsiteQuery = z.strictObject({
  search: z.string().max(253).optional().meta({ description: 'Text contained in the domain, case-insensitive' }),
  search_by: z.enum(['domain']).default('domain'),
  favorite: Flag.optional(),
  tag: TagName.optional().meta({ description: 'Only websites with this tag' }),
  sort_by: z.enum(['id', 'domain']).default('id').meta({ description: 'id: date created' }),
  sort: z.enum(['desc', 'asc']).default('desc'),
  per_page: z.literal([10, 25, 50, 100]).meta({ type: 'integer' }).default(10),
  page: Page,
  after: z.string().min(1).max(253).optional().meta({
    description:
      'Cursor from links.next. Paging with it never repeats or skips a record, even if records are created or deleted in between',
  }),
})
export type WebsiteQuery = z.output<typeof WebsiteQuery>

const readOnly = [
  'object',
  'id',
  'has_password',
  'tracking_id',
  'first_event_at',
  'monitor_ids',
  'created_at',
  'updated_at',
] as const

export const websiteRoutes = {
  list: route({
    id: 'websites.list',
    method: 'GET',
    path: '/api/v1/websites',
    summary: 'List websites',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    query: WebsiteQuery,
    example: { search: 'example', per_page: 25 },
    returns: list(Website),
    problems: [],
  }),
  show: route({
    id: 'websites.show',
    method: 'GET',
    path: '/api/v1/websites/:id',
    summary: 'Show a website',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    returns: one(Website),
    problems: ['not_found'],
  }),
  create: route({
    id: 'websites.create',
    method: 'POST',
    path: '/api/v1/websites',
    summary: 'Create a website',
    scope: 'websites:write',
    role: 'editor',
    audit: 'website.created',
    body: NewWebsite,
    example: { domain: 'example.com', timezone: 'Europe/Berlin', exclude_ips: '203.0.113.0/24' },
    form: true,
    readOnly,
    returns: created(Website),
    problems: ['already_exists', 'limit_reached'],
  }),
  update: route({
    id: 'websites.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/v1/websites/:id',
    summary: 'Update a website; only the fields sent change',
    scope: 'websites:write',
    role: 'editor',
    limitedKeys: true,
    audit: 'website.updated',
    own: { role: 'guest', fields: ['favorite', 'email'] },
    body: WebsiteChanges,
    example: { privacy: 1, favorite: true },
    form: true,
    readOnly: [...readOnly, 'domain'],
    returns: one(Website),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'websites.remove',
    method: 'DELETE',
    path: '/api/v1/websites/:id',
    summary: 'Delete a website. Its events are deleted in the background',
    scope: 'websites:write',
    role: 'editor',
    audit: 'website.deleted',
    returns: deleted('website'),
    problems: ['not_found'],
  }),
} as const
