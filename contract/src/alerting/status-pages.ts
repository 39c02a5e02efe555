import { z } from 'zod'
import { After, Id, OneLine, pagedQuery, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'
import { StatusPageLogo, StatusSubscriber } from './status-page-parts.ts'

const STATUS_PAGE_VISIBILITIES = ['public', 'password', 'team'] as const
export type StatusPageVisibility = (typeof STATUS_PAGE_VISIBILITIES)[number]

const Group = OneLine.min(1)
  .max(80)
  .nullable()
  .default(null)
  .meta({ description: 'Components with the same group are shown together under this name' })

const MonitorShown = z.strictObject({
  monitor_id: Id,
  label: OneLine.min(1)
    .max(120)
    .nullable()
    .default(null)
    .meta({ description: 'Shown instead of the name of the monitor' }),
  group: Group,
})

const WebsiteShown = z.strictObject({
  website_id: Id,
  label: OneLine.min(1).max(120).nullable().default(null).meta({ description: 'Shown instead of the domain' }),
  group: Group,
})

const settings = {
  name: OneLine.min(1).max(120),
  slug: z
    .string()
    .regex(/^[a-z0-9-]{3,60}$/, 'must have 3 to 60 characters of a-z, 0-9 and -')
    .meta({ description: 'The page is at /s/<slug>. Default: generated from the name' }),
  domain: z
    .string()
    .min(1)
    .max(2048)
    .nullable()
    .meta({ description: 'Custom domain that serves the page at its root, or null' }),
  description: z.string().trim().max(1000).nullable(),
  monitors: z
    .array(MonitorShown)
    .max(100)
    .refine(
      (all) => new Set(all.map((each) => each.monitor_id)).size === all.length,
      'must not contain a monitor twice',
    )
    .meta({ description: 'Monitors to show, in this order' }),
  website_ids: z
    .array(Id)
    .max(50)
    .refine((all) => new Set(all).size === all.length, 'must not contain a website twice')
    .meta({
      description: 'Short form of `websites`: sets which are shown, and keeps the labels and groups of those that stay',
    }),
  websites: z
    .array(WebsiteShown)
    .max(50)
    .refine(
      (all) => new Set(all.map((each) => each.website_id)).size === all.length,
      'must not contain a website twice',
    )
    .meta({ description: 'Websites to show, in this order: one row each with the combined status of its monitors' }),
  visibility: z.enum(STATUS_PAGE_VISIBILITIES).meta({
    description:
      'public: everybody. password: those who know the password, and members of the team. team: signed-in members of the team',
  }),
  password: z
    .string()
    .min(4)
    .max(200)
    .meta({ description: 'Required for the visibility `password`; can be set and replaced, never read' }),
  is_public: z.boolean().meta({
    description: 'Short form of `visibility`: true is `public`, false is `team`. `visibility` takes precedence',
  }),
  accent_color: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #1f4fd8')
    .nullable()
    .meta({
      description:
        'Colour of links and buttons. Its lightness is adjusted to be readable in the light and the dark theme',
    }),
  show_response_times: z.boolean(),
}

export const StatusPage = z
  .strictObject({
    object: z.literal('status_page'),
    id: Id,
    name: z.string(),
    slug: z.string(),
    domain: z.string().nullable(),
    domain_verified_at: Timestamp.nullable().meta({
      description: 'When the domain was verified; until then, the page is not served there',
    }),
    domain_record: z
      .strictObject({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .nullable()
      .meta({ description: 'The DNS record to create for verification, checked every minute; null without a domain' }),
    url: z.string().meta({ description: 'Public URL of the page' }),
    description: z.string().nullable(),
    monitors: z.array(z.strictObject({ monitor_id: Id, label: z.string().nullable(), group: z.string().nullable() })),
    website_ids: z.array(Id),
    websites: z.array(z.strictObject({ website_id: Id, label: z.string().nullable(), group: z.string().nullable() })),
    visibility: z.enum(STATUS_PAGE_VISIBILITIES),
    has_password: z.boolean(),
    is_public: z.boolean(),
    accent_color: z.string().nullable(),
    logo: z
      .strictObject({ type: z.string(), width: z.int(), height: z.int(), url: z.string() })
      .nullable()
      .meta({ description: 'The logo of the page, and where it is served' }),
    show_response_times: z.boolean(),
    subscriber_count: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'StatusPage' })
export type StatusPage = z.infer<typeof StatusPage>

export const NewStatusPage = z
  .strictObject({
    name: settings.name,
    slug: settings.slug.optional(),
    domain: settings.domain.default(null),
    description: settings.description.default(null),
    monitors: settings.monitors.default([]),
    website_ids: settings.website_ids.optional(),
    websites: settings.websites.optional(),
    visibility: settings.visibility.optional(),
    password: settings.password.optional(),
    is_public: settings.is_public.optional(),
    accent_color: settings.accent_color.default(null),
    show_response_times: settings.show_response_times.default(true),
  })
  .meta({ id: 'NewStatusPage' })
export type NewStatusPage = z.output<typeof NewStatusPage>

export const StatusPageChanges = z.strictObject(z.object(settings).partial().shape).meta({ id: 'StatusPageChanges' })
export type StatusPageChanges = z.output<typeof StatusPageChanges>

const readOnly = [
  'object',
  'id',
  'domain_verified_at',
  'domain_record',
  'url',
  'has_password',
  'logo',
  'subscriber_count',
  'created_at',
  'updated_at',
] as const

export const statusPageRoutes = {
  list: route({
    id: 'statusPages.list',
    method: 'GET',
    path: '/api/status-pages',
    summary: 'List status pages',
    scope: 'monitors:read',
    role: 'viewer',
    query: pagedQuery({}),
    returns: list(StatusPage),
    problems: [],
  }),
  create: route({
    id: 'statusPages.create',
    method: 'POST',
    path: '/api/status-pages',
    summary: 'Create a public status page for selected monitors and websites',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_page.created',
    body: NewStatusPage,
    example: { name: 'Example status', slug: 'shop', monitors: [{ monitor_id: 7, label: 'Shop' }] },
    readOnly,
    returns: created(StatusPage),
    problems: ['not_found', 'already_exists'],
  }),
  show: route({
    id: 'statusPages.show',
    method: 'GET',
    path: '/api/status-pages/:id',
    summary: 'Show a status page',
    scope: 'monitors:read',
    role: 'viewer',
    returns: one(StatusPage),
    problems: ['not_found'],
  }),
  update: route({
    id: 'statusPages.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/status-pages/:id',
    summary: 'Update a status page; only the fields sent change',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_page.updated',
    body: StatusPageChanges,
    example: { show_response_times: false },
    readOnly,
    returns: one(StatusPage),
    problems: ['not_found', 'already_exists'],
  }),
  remove: route({
    id: 'statusPages.remove',
    method: 'DELETE',
    path: '/api/status-pages/:id',
    summary: 'Delete a status page and its subscribers',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_page.deleted',
    returns: deleted('status_page'),
    problems: ['not_found'],
  }),
  setLogo: route({
    id: 'statusPages.setLogo',
    method: 'PUT',
    path: '/api/status-pages/:id/logo',
    summary: 'Set the logo of a status page',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_page.updated',
    auditFields: ['logo'],
    body: StatusPageLogo,
    largeBody: true,
    returns: one(StatusPage),
    problems: ['not_found'],
  }),
  removeLogo: route({
    id: 'statusPages.removeLogo',
    method: 'DELETE',
    path: '/api/status-pages/:id/logo',
    summary: 'Remove the logo of a status page',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_page.updated',
    auditFields: ['logo'],
    returns: one(StatusPage),
    problems: ['not_found'],
  }),
  subscribers: route({
    id: 'statusPages.subscribers',
    method: 'GET',
    path: '/api/status-pages/:id/subscribers',
    summary: 'List the confirmed subscribers of a status page, newest first',
    scope: 'monitors:read',
    role: 'editor',
    query: pagedQuery({ after: After }),
    returns: list(StatusSubscriber),
    problems: ['not_found'],
  }),
  removeSubscriber: route({
    id: 'statusPages.removeSubscriber',
    method: 'DELETE',
    path: '/api/status-pages/:id/subscribers/:subscriber_id',
    summary: 'Remove a subscriber of a status page',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'status_subscriber.removed',
    returns: deleted('status_subscriber'),
    problems: ['not_found'],
  }),
} as const
