import { msg } from '@lingui/core/macro'
import type { Measure } from '../../charts/index.ts'
import type { Metric } from './metrics.ts'

export const MEASURES: Record<Metric, Measure> = {
  visitors: { name: msg`Visitors`, kind: 'count' },
  visits: { name: msg`Visits`, kind: 'count' },
  pageviews: { name: msg`Page views`, kind: 'count' },
  views_per_visit: { name: msg`Views per visit`, kind: 'ratio' },
  bounce_percent: { name: msg`Bounce rate`, kind: 'percent' },
  visit_seconds: { name: msg`Visit duration`, kind: 'seconds' },
}
