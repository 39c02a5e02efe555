import { z } from 'zod'
import { Flag, Id, Page, TagName, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'
import { newWebsiteSchemas, plainWebsiteRecords, Privacy, Switch, websiteSchemas } from './website-settings.ts'

export const NewWebsite = z
  .strictObject({
    domain: z.string().max(2048).meta({ description: 'Domain name; a full URL is reduced to its host without www.' }),
    ...newWebsiteSchemas,
  })
  .meta({ id: 'NewWebsite' })
export type NewWebsite = z.output<typeof NewWebsite>

export const WebsiteChanges = z
  .strictObject({
    ...z.object(websiteSchemas).partial().shape,
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
    ...plainWebsiteRecords,
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
