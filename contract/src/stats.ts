import { z } from 'zod'
import { Id, Page, PageSize, Timestamp } from './fields.ts'
import { listWith, one, route } from './route.ts'
import { Filters, FunnelSteps, VISIT_DIMENSIONS } from './stats-filters.ts'

export const PERIODS = ['realtime', 'today', '7d', '30d', '12mo', 'custom'] as const
export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const
export const DIMENSIONS = ['page', ...VISIT_DIMENSIONS, 'event', 'property', 'goal'] as const
export type Dimension = (typeof DIMENSIONS)[number]

const Day = z.iso.date()

const asked = {
  period: z.enum(PERIODS).default('30d').meta({
    description:
      "realtime: the last 30 minutes. 7d, 30d: today and the days before it. 12mo: this month and the eleven before it. All in the website's time zone",
  }),
  from: Day.optional().meta({ description: 'First day of a custom period' }),
  to: Day.optional().meta({ description: 'Last day of a custom period, which is part of it' }),
  filters: Filters.optional(),
}

const Count = z.int().min(0)
const Percent = z.number().min(0).nullable().meta({ description: 'One decimal; null when there is nothing to divide' })
const Seconds = z.number().min(0).nullable().meta({ description: 'Average, one decimal; null without any' })

const figures = {
  visitors: Count,
  visits: Count.meta({ description: 'Counted where they begin' }),
  pageviews: Count,
  events: Count.meta({ description: 'Custom events, outbound links, downloads' }),
  bounce_percent: Percent,
  visit_seconds: Seconds,
  views_per_visit: z.number().min(0).nullable(),
  page_seconds: Seconds.meta({ description: 'Time that a page was looked at, for each view' }),
}

const sample_percent = z.number().gt(0).lt(100).nullable().meta({
  description:
    'Null: everything was counted. Otherwise the part of the visitors that was looked at, and the counts are made of theirs',
})

const span = { period: z.enum(PERIODS), from: Timestamp, to: Timestamp, timezone: z.string() }

export const StatsSummary = z.strictObject({
  object: z.literal('stats_summary'),
  website_id: Id,
  ...span,
  sample_percent,
  ...figures,
  comparison: z
    .strictObject({ from: Timestamp, to: Timestamp, sample_percent, ...figures })
    .nullable()
    .meta({ description: 'The same figures of the period that was compared with' }),
})
export type StatsSummary = z.infer<typeof StatsSummary>

export const StatsSeries = z.strictObject({
  object: z.literal('stats_series'),
  website_id: Id,
  ...span,
  sample_percent,
  interval: z.enum(INTERVALS),
  points: z
    .array(z.strictObject({ start: Timestamp, ...figures }))
    .meta({ description: 'One for each interval of the period, those without visits too, oldest first' }),
})
export type StatsSeries = z.infer<typeof StatsSeries>

export const StatsRow = z.strictObject({
  object: z.literal('stats_row'),
  value: z.string().meta({ description: 'Empty: none, or not known' }),
  name: z.string().nullable().meta({ description: 'Of a goal' }),
  visitors: Count,
  visits: Count,
  pageviews: Count.nullable(),
  events: Count.nullable(),
  bounce_percent: Percent,
  visit_seconds: Seconds,
  page_seconds: Seconds,
  visitor_percent: Percent.meta({ description: "Of all the period's visitors: a goal's conversion rate" }),
})
export type StatsRow = z.infer<typeof StatsRow>

export const StatsRealtime = z.strictObject({
  object: z.literal('stats_realtime'),
  website_id: Id,
  at: Timestamp,
  visitors: Count.meta({ description: 'In the last 5 minutes' }),
  visitors_30_minutes: Count,
  pageviews_30_minutes: Count,
  minutes: z.array(z.strictObject({ start: Timestamp, visitors: Count, pageviews: Count })),
})
export type StatsRealtime = z.infer<typeof StatsRealtime>

export const StatsFunnel = z.strictObject({
  object: z.literal('stats_funnel'),
  website_id: Id,
  ...span,
  sample_percent,
  visits: Count.meta({ description: 'All that began in the period' }),
  steps: z.array(
    z.strictObject({
      step: z.string(),
      visits: Count.meta({ description: 'That came this far, in this order' }),
      percent_of_first: Percent,
      percent_of_previous: Percent,
    }),
  ),
})
export type StatsFunnel = z.infer<typeof StatsFunnel>

const Vital = z.strictObject({ p75: z.number().nullable(), samples: Count })

export const StatsVitals = z.strictObject({
  object: z.literal('stats_vitals'),
  website_id: Id,
  ...span,
  sample_percent,
  lcp_ms: Vital,
  inp_ms: Vital,
  cls: Vital,
  ttfb_ms: Vital,
  fcp_ms: Vital,
})
export type StatsVitals = z.infer<typeof StatsVitals>

export const StatsExport = z.strictObject({
  object: z.literal('stats_export'),
  website_id: Id,
  ...span,
  events: Count,
  columns: z.array(z.string()),
})
export type StatsExport = z.infer<typeof StatsExport>

const problems = ['not_found', 'unavailable'] as const

export const statsRoutes = {
  summary: route({
    id: 'stats.summary',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/summary',
    summary: 'Visitors, visits, views and what is made of them, with a comparison',
    scope: 'stats:read',
    query: z.strictObject({
      ...asked,
      compare: z
        .enum(['none', 'previous', 'year'])
        .default('previous')
        .meta({ description: 'The period just before, or the same a year before, up to the same time of day' }),
    }),
    returns: one(StatsSummary),
    problems,
  }),
  series: route({
    id: 'stats.series',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/series',
    summary: "The same figures over time, by the clock of the website's time zone",
    scope: 'stats:read',
    query: z.strictObject({
      ...asked,
      interval: z
        .enum(INTERVALS)
        .optional()
        .meta({ description: 'What suits the period unless told. At most 1,500 points' }),
    }),
    returns: one(StatsSeries),
    problems,
  }),
  breakdown: route({
    id: 'stats.breakdown',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/breakdown',
    summary: 'Pages, sources, countries, goals, …: most visitors first',
    scope: 'stats:read',
    query: z.strictObject({
      ...asked,
      dimension: z.enum(DIMENSIONS).default('page'),
      property: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'With dimension=property: whose values; without, the names of the properties' }),
      search: z.string().min(1).max(200).optional().meta({ description: 'Part of the value' }),
      page: Page,
      per_page: PageSize,
    }),
    returns: listWith(StatsRow, { ...span, sample_percent, dimension: z.enum(DIMENSIONS) }),
    problems,
  }),
  realtime: route({
    id: 'stats.realtime',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/realtime',
    summary: 'Who is there now: the last 30 minutes by the minute',
    scope: 'stats:read',
    query: z.strictObject({ filters: asked.filters }),
    returns: one(StatsRealtime),
    problems,
  }),
  funnel: route({
    id: 'stats.funnel',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/funnel',
    summary: 'How many visits came how far through steps in order',
    scope: 'stats:read',
    query: z.strictObject({ ...asked, steps: FunnelSteps.optional() }),
    returns: one(StatsFunnel),
    problems,
  }),
  vitals: route({
    id: 'stats.vitals',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/vitals',
    summary: 'Web vitals: the value that three of four views stay within',
    scope: 'stats:read',
    query: z.strictObject({
      ...asked,
      path: z.string().min(1).max(2000).optional().meta({ description: 'Of one page' }),
    }),
    returns: one(StatsVitals),
    problems,
  }),
  export: route({
    id: 'stats.export',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/export',
    summary: 'The events themselves as a file. Without a format: how many there are',
    scope: 'stats:read',
    query: z.strictObject({
      period: asked.period,
      from: asked.from,
      to: asked.to,
      format: z.enum(['csv', 'ndjson']).optional().meta({
        description:
          'text/csv or application/x-ndjson, sent as it is read, by UTC day. X-Total-Events says how many lines will come',
      }),
    }),
    returns: one(StatsExport),
    alsoAnswers: ['text/csv', 'application/x-ndjson'],
    problems,
  }),
} as const
