import type { Measure } from '../../charts/index.ts'

/** The figures above the chart, by their names in the API. */
export const METRICS = [
  'visitors',
  'visits',
  'pageviews',
  'views_per_visit',
  'bounce_percent',
  'visit_seconds',
] as const
export type Metric = (typeof METRICS)[number]

export const DEFAULT_METRIC: Metric = 'visitors'

export const MEASURES: Record<Metric, Measure> = {
  visitors: { name: 'Visitors', kind: 'count' },
  visits: { name: 'Visits', kind: 'count' },
  pageviews: { name: 'Page views', kind: 'count' },
  views_per_visit: { name: 'Views per visit', kind: 'ratio' },
  bounce_percent: { name: 'Bounce rate', kind: 'percent' },
  visit_seconds: { name: 'Visit duration', kind: 'seconds' },
}
