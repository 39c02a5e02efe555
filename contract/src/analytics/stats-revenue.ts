import { z } from 'zod'
import { Id, Timestamp } from '../core/fields.ts'
import { RevenueByCurrency } from './revenue.ts'
import { one, route } from '../core/route.ts'
import { comparisonQuery, INTERVALS, interval, periodQuery, span } from './stats-query.ts'

export const StatsRevenue = z
  .strictObject({
    object: z.literal('stats_revenue'),
    website_id: Id,
    ...span,
    revenue: RevenueByCurrency.meta({ description: 'One entry per currency; empty without revenue' }),
    comparison: z
      .strictObject({ from: Timestamp, to: Timestamp, revenue: RevenueByCurrency })
      .nullable()
      .meta({ description: 'The same figures for the comparison period' }),
    interval: z.enum(INTERVALS),
    points: z
      .array(z.strictObject({ start: Timestamp, revenue: RevenueByCurrency }))
      .meta({ description: 'One entry per interval, including those without revenue, oldest first' }),
  })
  .meta({ id: 'StatsRevenue' })
export type StatsRevenue = z.infer<typeof StatsRevenue>

export const revenueRoutes = {
  show: route({
    id: 'stats.revenue',
    method: 'GET',
    path: '/api/v1/websites/:id/stats/revenue',
    summary: 'Show revenue, orders and the average order by currency, in total and over time. Never sampled',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({ ...periodQuery, ...comparisonQuery, interval }),
    example: { period: '7d', interval: 'day' },
    returns: one(StatsRevenue),
    problems: ['not_found', 'unavailable'],
  }),
} as const
