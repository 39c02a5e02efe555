import { msg } from '@lingui/core/macro'
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
  visitors: { name: msg`Visitors`, kind: 'count' },
  visits: { name: msg`Visits`, kind: 'count' },
  pageviews: { name: msg`Page views`, kind: 'count' },
  views_per_visit: { name: msg`Views per visit`, kind: 'ratio' },
  bounce_percent: { name: msg`Bounce rate`, kind: 'percent' },
  visit_seconds: { name: msg`Visit duration`, kind: 'seconds' },
}
