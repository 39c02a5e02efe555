import { z } from 'zod'
import { one, route } from '../core/route.ts'

export const MAX_METRICS_MONITORS = 5000
export const MAX_METRICS_WEBSITES = 1000

export const MetricsSummary = z
  .strictObject({
    object: z.literal('metrics_summary'),
    monitors: z.int().meta({ description: 'Monitors with series' }),
    monitors_omitted: z.int().meta({ description: `Beyond the first ${MAX_METRICS_MONITORS}, by ID` }),
    websites: z.int().meta({ description: 'Websites with series' }),
    websites_omitted: z.int().meta({ description: `Beyond the first ${MAX_METRICS_WEBSITES}, by ID` }),
    has_history: z.boolean().meta({
      description: 'False while the history store is unavailable: response times by phase and visitors are missing',
    }),
  })
  .meta({ id: 'MetricsSummary' })

export const metricsRoutes = {
  show: route({
    id: 'metrics.show',
    method: 'GET',
    path: '/api/metrics',
    summary:
      'Status, response times, certificates and incidents of monitors, and with stats:read also visitors of websites, in the Prometheus text format. With Accept: application/json, only how many there are',
    scope: 'monitors:read',
    role: 'guest',
    limitedKeys: true,
    returns: one(MetricsSummary),
    alsoAnswers: ['text/plain'],
    problems: [],
  }),
} as const
