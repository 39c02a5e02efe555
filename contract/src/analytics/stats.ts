import { z } from 'zod'
import { Flag, Id, Page, PageSize, Timestamp } from '../core/fields.ts'
import { imported } from './imported-days.ts'
import { RevenueByCurrency } from './revenue.ts'
import { listWith, one, route } from '../core/route.ts'
import { FunnelSteps, VISIT_DIMENSIONS } from './stats-filters.ts'
import { comparisonQuery, interval, INTERVALS, periodQuery, span } from './stats-query.ts'

export const DIMENSIONS = ['page', ...VISIT_DIMENSIONS, 'event', 'property', 'goal'] as const
/** Fields that a breakdown adds only on request, because they need another query. */
export const BREAKDOWN_EXTRAS = ['bounce_percent', 'revenue', 'bounce_percent,revenue'] as const
export type Dimension = (typeof DIMENSIONS)[number]

const Count = z.int().min(0)
const Percent = z.number().min(0).nullable().meta({ description: 'One decimal; null if there is no data' })
const Seconds = z.number().min(0).nullable().meta({ description: 'Average with one decimal; null if there is no data' })

const figures = {
  visitors: Count,
  visits: Count.meta({ description: 'Counted in the interval in which they start' }),
  pageviews: Count,
  events: Count.meta({ description: 'Custom events, outbound links, downloads' }),
  bounce_percent: Percent,
  visit_seconds: Seconds,
  views_per_visit: z.number().min(0).nullable(),
  page_seconds: Seconds.meta({ description: 'Average time on page per view' }),
}

const sample_percent = z.number().gt(0).lt(100).nullable().meta({
  description: 'Null: not sampled. Otherwise the share of visitors that was sampled; figures are extrapolated from it',
})

export const StatsSummary = z
  .strictObject({
    object: z.literal('stats_summary'),
    website_id: Id,
    ...span,
    sample_percent,
    imported,
    ...figures,
    excluded_hours: Count.meta({ description: 'Hours left out of both periods by exclude_outages' }),
    comparison: z
      .strictObject({ from: Timestamp, to: Timestamp, sample_percent, imported, ...figures })
      .nullable()
      .meta({ description: 'The same figures for the comparison period' }),
  })
  .meta({ id: 'StatsSummary' })
export type StatsSummary = z.infer<typeof StatsSummary>

export const StatsSeries = z
  .strictObject({
    object: z.literal('stats_series'),
    website_id: Id,
    ...span,
    sample_percent,
    imported,
    interval: z.enum(INTERVALS),
    points: z
      .array(z.strictObject({ start: Timestamp, ...figures }))
      .meta({ description: 'One entry per interval, including those without visits, oldest first' }),
  })
  .meta({ id: 'StatsSeries' })
export type StatsSeries = z.infer<typeof StatsSeries>

export const StatsRow = z
  .strictObject({
    object: z.literal('stats_row'),
    value: z.string().meta({ description: 'Empty string: none or unknown' }),
    name: z.string().nullable().meta({ description: 'Only for goals' }),
    visitors: Count,
    visits: Count,
    pageviews: Count.nullable(),
    events: Count.nullable(),
    bounce_percent: Percent,
    visit_seconds: Seconds,
    page_seconds: Seconds,
    visitor_percent: Percent.meta({
      description: 'Share of all visitors in the period: the conversion rate of a goal',
    }),
    revenue: RevenueByCurrency.nullable().meta({ description: 'Null unless include has revenue' }),
  })
  .meta({ id: 'StatsRow' })
export type StatsRow = z.infer<typeof StatsRow>

export const StatsRealtime = z
  .strictObject({
    object: z.literal('stats_realtime'),
    website_id: Id,
    at: Timestamp,
    visitors: Count.meta({ description: 'In the last 5 minutes' }),
    visitors_30_minutes: Count,
    pageviews_30_minutes: Count,
    minutes: z.array(z.strictObject({ start: Timestamp, visitors: Count, pageviews: Count })),
  })
  .meta({ id: 'StatsRealtime' })
export type StatsRealtime = z.infer<typeof StatsRealtime>

export const StatsFunnel = z
  .strictObject({
    object: z.literal('stats_funnel'),
    website_id: Id,
    ...span,
    sample_percent,
    imported,
    visits: Count.meta({ description: 'All visits that started in the period' }),
    steps: z.array(
      z.strictObject({
        step: z.string(),
        visits: Count.meta({ description: 'Visits that reached this step, in this order' }),
        percent_of_first: Percent,
        percent_of_previous: Percent,
      }),
    ),
  })
  .meta({ id: 'StatsFunnel' })
export type StatsFunnel = z.infer<typeof StatsFunnel>

const Vital = z.strictObject({ p75: z.number().nullable(), samples: Count })

export const StatsVitals = z
  .strictObject({
    object: z.literal('stats_vitals'),
    website_id: Id,
    ...span,
    sample_percent,
    imported,
    lcp_ms: Vital,
    inp_ms: Vital,
    cls: Vital,
    ttfb_ms: Vital,
    fcp_ms: Vital,
  })
  .meta({ id: 'StatsVitals' })
export type StatsVitals = z.infer<typeof StatsVitals>

export const StatsExport = z
  .strictObject({
    object: z.literal('stats_export'),
    website_id: Id,
    ...span,
    events: Count,
    columns: z.array(z.string()),
  })
  .meta({ id: 'StatsExport' })
export type StatsExport = z.infer<typeof StatsExport>

const problems = ['not_found', 'unavailable'] as const

export const statsRoutes = {
  summary: route({
    id: 'stats.summary',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/summary',
    summary: 'Show visitors, visits, views and derived figures, optionally with a comparison',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({
      ...periodQuery,
      ...comparisonQuery,
      exclude_outages: Flag.optional().meta({
        description:
          "Leaves the hours with an incident of the website's monitors, in either period, out of both. Imported days have no hours and are then left out",
      }),
    }),
    example: { period: '7d', filters: '["is","country","DE","AT"]' },
    returns: one(StatsSummary),
    problems,
  }),
  series: route({
    id: 'stats.series',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/series',
    summary: "Show the figures over time, in the website's time zone",
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({ ...periodQuery, interval }),
    example: { period: '7d', interval: 'day' },
    returns: one(StatsSeries),
    problems,
  }),
  breakdown: route({
    id: 'stats.breakdown',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/breakdown',
    summary: 'Break down by page, source, country, goal, …; most visitors first',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({
      ...periodQuery,
      dimension: z.enum(DIMENSIONS).default('page'),
      property: z.string().min(1).max(100).optional().meta({
        description:
          'Only with dimension=property: the property whose values to list. If omitted, lists the names of the properties',
      }),
      search: z.string().min(1).max(200).optional().meta({ description: 'Text contained in the value' }),
      include: z.enum(BREAKDOWN_EXTRAS).optional().meta({
        description:
          'bounce_percent (only with dimension=page): adds the bounce rate of the visits that started on each page. revenue: adds the revenue of each row',
      }),
      page: Page,
      per_page: PageSize,
    }),
    example: { period: '7d', dimension: 'page' },
    returns: listWith(StatsRow, { ...span, sample_percent, imported, dimension: z.enum(DIMENSIONS) }),
    problems,
  }),
  realtime: route({
    id: 'stats.realtime',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/realtime',
    summary: 'Show current visitors: the last 30 minutes by minute',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({ filters: periodQuery.filters }),
    returns: one(StatsRealtime),
    problems,
  }),
  funnel: route({
    id: 'stats.funnel',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/funnel',
    summary: 'Show a funnel: how many visits reached each step in order',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({ ...periodQuery, steps: FunnelSteps.optional() }),
    example: { period: '7d', steps: '["page:/pricing","event:signup"]' },
    returns: one(StatsFunnel),
    problems,
  }),
  vitals: route({
    id: 'stats.vitals',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/vitals',
    summary: 'Show web vitals: the 75th percentile',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({
      ...periodQuery,
      path: z.string().min(1).max(2000).optional().meta({ description: 'Only for this page' }),
    }),
    returns: one(StatsVitals),
    problems,
  }),
  export: route({
    id: 'stats.export',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/export',
    summary: 'Export raw events as a file. Without a format, returns the number of events',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    audit: 'website.exported',
    query: z.strictObject({
      period: periodQuery.period,
      from: periodQuery.from,
      to: periodQuery.to,
      format: z.enum(['csv', 'ndjson']).optional().meta({
        description:
          'text/csv or application/x-ndjson, streamed by UTC day. X-Total-Events contains the number of lines',
      }),
    }),
    example: { period: 'month', format: 'csv' },
    returns: one(StatsExport),
    alsoAnswers: ['text/csv', 'application/x-ndjson'],
    problems,
  }),
} as const
