import { z } from 'zod'
import { DAY_MS } from '../core/durations.ts'
import { Id, MomentText, Timestamp } from '../core/fields.ts'
import { one, route } from '../core/route.ts'

export const TRACKING_ID_PATTERN = /^[0-9A-Za-z]{16}$/

/** Events of a page beyond these limits are dropped as `oversized`; requests of a server are rejected. */
export const EVENT_LIMITS = {
  /** Events in one request of the tracker, and of a server. */
  tracked_at_once: 20,
  sent_at_once: 100,
  url: 4096,
  name: 120,
  props: 30,
  prop_name: 100,
  prop_value: 500,
  /** Above and below zero. */
  revenue: 1e12,
  engaged_ms: DAY_MS,
  scroll_percent: 100,
  /** The times of web vitals, and the layout shift. */
  vital_ms: 600_000,
  cls: 1000,
  /** How far in the future an event may be: two clocks differ by less. */
  ahead_ms: 300_000,
} as const
export const CURRENCY_PATTERN = /^[A-Za-z]{3}$/

export const EVENT_KINDS = ['pageview', 'engagement', 'event', 'outbound', 'download', 'not_found'] as const
const Url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(EVENT_LIMITS.url)

const NewEvent = z
  .strictObject({
    kind: z.enum(EVENT_KINDS).default('event'),
    url: Url.meta({ description: "URL of the page, on the website's domain or a subdomain" }),
    id: z.string().min(1).max(100).optional().meta({
      description:
        'Unique ID of the event: repeated events with the same ID count once. Without an ID, every event counts',
    }),
    time: MomentText.transform((text) => Date.parse(text))
      .optional()
      .meta({ description: 'When the event happened, at most 24 hours ago. Default: now' }),
    name: z
      .string()
      .trim()
      .min(1)
      .max(EVENT_LIMITS.name)
      .optional()
      .meta({ description: 'Name of the event; required for kind event' }),
    props: z
      .record(
        z.string().min(1).max(EVENT_LIMITS.prop_name),
        z.union([z.string().max(EVENT_LIMITS.prop_value), z.number(), z.boolean()]),
      )
      .refine((props) => Object.keys(props).length <= EVENT_LIMITS.props, {
        error: `must have at most ${EVENT_LIMITS.props} entries`,
        params: { code: 'too_many' },
      })
      .optional(),
    revenue: z
      .strictObject({
        amount: z.number().min(-EVENT_LIMITS.revenue).max(EVENT_LIMITS.revenue),
        currency: z.string().regex(CURRENCY_PATTERN, { error: 'must be three letters, such as EUR' }),
      })
      .optional(),
    referrer: z.string().max(EVENT_LIMITS.url).optional(),
    target: Url.optional().meta({ description: 'Target URL; required for outbound and download' }),
    engaged_ms: z.int().min(0).max(EVENT_LIMITS.engaged_ms).optional(),
    scroll_percent: z.int().min(0).max(EVENT_LIMITS.scroll_percent).optional(),
  })
  .refine((event) => event.kind !== 'event' || event.name !== undefined, {
    error: 'is required for an event',
    path: ['name'],
    params: { code: 'required' },
  })
  .refine((event) => (event.kind !== 'outbound' && event.kind !== 'download') || event.target !== undefined, {
    error: 'is required for outbound and download',
    path: ['target'],
    params: { code: 'required' },
  })
  .meta({ id: 'NewEvent' })
export type NewEvent = z.output<typeof NewEvent>

export const NewEvents = z
  .strictObject({
    website_id: Id.optional(),
    tracking_id: z.string().regex(TRACKING_ID_PATTERN, { error: 'is not a tracking ID' }).optional(),
    domain: z.string().min(1).max(253).optional(),
    ip_address: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address' }).meta({
      description:
        'IP address of the visitor. Used for the country, exclusions and the daily visitor hash; never stored',
    }),
    user_agent: z.string().max(2000).meta({ description: "The visitor's User-Agent" }),
    language: z.string().max(200).optional().meta({ description: "The visitor's Accept-Language" }),
    events: z.array(NewEvent).min(1).max(EVENT_LIMITS.sent_at_once),
  })
  .refine(
    ({ website_id, tracking_id, domain }) =>
      [website_id, tracking_id, domain].filter((reference) => reference !== undefined).length === 1,
    {
      error: 'must be the only one of website_id, tracking_id and domain',
      path: ['website_id'],
    },
  )
  .meta({ id: 'NewEvents' })
export type NewEvents = z.output<typeof NewEvents>

export const EventReceipt = z
  .strictObject({
    object: z.literal('event_receipt'),
    website_id: Id,
    accepted: z.int().meta({ description: 'Number of accepted events. They are already stored' }),
    dropped: z.array(
      z.strictObject({
        index: z.int().meta({ description: 'Index in events, from 0' }),
        reason: z.string(),
        description: z.string(),
      }),
    ),
  })
  .meta({ id: 'EventReceipt' })

const Count = z.int().min(0)

export const EventDrops = z
  .strictObject({
    object: z.literal('event_drops'),
    website_id: Id,
    from: z.iso.date().meta({ description: 'First day, UTC' }),
    to: z.iso.date(),
    total: Count,
    reasons: z.array(
      z.strictObject({
        reason: z.string().meta({ description: 'Such as bot, wrong_host, excluded_address' }),
        description: z.string(),
        count: Count,
        last_at: Timestamp,
        days: z.array(z.strictObject({ date: z.iso.date(), count: Count })),
      }),
    ),
    bots: z
      .array(z.strictObject({ name: z.string(), count: Count }))
      .meta({ description: 'Bots among them, by name, most frequent first' }),
  })
  .meta({ id: 'EventDrops' })
export type EventDrops = z.infer<typeof EventDrops>

export const WebsiteLive = z
  .strictObject({
    object: z.literal('website_live'),
    website_id: Id,
    first_event_at: Timestamp.nullable().meta({ description: 'Null until the first event is received' }),
    first_event_origin: z
      .string()
      .nullable()
      .meta({ description: 'Origin (scheme, host and port) of the page that sent it' }),
  })
  .meta({ id: 'WebsiteLive' })
export type WebsiteLive = z.infer<typeof WebsiteLive>

export const VERIFICATION_RESULTS = [
  'ok',
  'script_missing',
  'wrong_tracking_id',
  'module_script',
  'blocked_by_csp',
  'wrong_host',
  'page_error',
  'not_html',
  'page_unreachable',
] as const

export const WebsiteVerification = z
  .strictObject({
    object: z.literal('website_verification'),
    website_id: Id,
    result: z.enum(VERIFICATION_RESULTS),
    message: z.string().meta({ description: 'Result of the check and what to do next' }),
    checked_url: z.string(),
    final_url: z.string().nullable().meta({ description: 'After redirects' }),
    http_status: z.int().nullable(),
    script_url: z.string().nullable().meta({ description: 'The tracking script found in the page' }),
    found_tracking_ids: z.array(z.string()),
    first_event_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebsiteVerification' })
export type WebsiteVerification = z.infer<typeof WebsiteVerification>

export const eventRoutes = {
  send: route({
    id: 'events.send',
    method: 'POST',
    path: '/api/v1/events',
    summary:
      "Send events from a server. Responds after they are stored and lists the events dropped by the website's settings",
    scope: 'events:write',
    role: 'editor',
    limitedKeys: true,
    audit: null,
    body: NewEvents,
    example: {
      website_id: 42,
      ip_address: '203.0.113.7',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      events: [
        {
          url: 'https://example.com/checkout',
          name: 'purchase',
          id: 'order-1017',
          props: { plan: 'team' },
          revenue: { amount: 49, currency: 'EUR' },
        },
      ],
    },
    returns: one(EventReceipt),
    problems: ['not_found', 'unavailable'],
  }),
  verify: route({
    id: 'websites.verify',
    method: 'POST',
    path: '/api/v1/websites/:id/verify',
    summary: 'Check the installation: fetch a page of the website and verify its tracking script',
    scope: 'websites:write',
    role: 'editor',
    limitedKeys: true,
    audit: null,
    body: z.strictObject({
      url: z.string().max(2048).optional().meta({ description: 'URL of the page to check. Default: the home page' }),
    }),
    outsideEffect: true,
    example: { url: 'https://example.com/' },
    returns: one(WebsiteVerification),
    problems: ['not_found', 'target_not_allowed'],
  }),
  drops: route({
    id: 'websites.drops',
    method: 'GET',
    path: '/api/v1/websites/:id/drops',
    summary: 'Events that were not counted, by reason and day',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({
      days: z.int().min(1).max(90).default(30).meta({ description: 'Number of days, including today' }),
    }),
    returns: one(EventDrops),
    problems: ['not_found'],
  }),
  live: route({
    id: 'websites.live',
    method: 'GET',
    path: '/api/v1/websites/:id/live',
    summary: 'Whether the first event was received. With Accept: text/event-stream, sends an event as soon as it is',
    scope: 'websites:read',
    role: 'guest',
    limitedKeys: true,
    returns: one(WebsiteLive),
    alsoAnswers: ['text/event-stream'],
    problems: ['not_found'],
  }),
} as const
