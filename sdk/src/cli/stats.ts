import type { Resource } from './resource.ts'

const website = ['website_id=id']

export const statsResource: Resource = {
  name: 'stats',
  summary: 'Statistics of a website',
  columns: [
    'value',
    'visitors',
    'visits',
    'pageviews',
    'bounce=bounce_percent',
    'duration=visit_seconds',
    'events',
    'name',
  ],
  commands: {
    summary: { operation: 'stats.summary', arguments: website },
    series: { operation: 'stats.series', arguments: website },
    breakdown: { operation: 'stats.breakdown', arguments: [...website, 'dimension'] },
    revenue: { operation: 'stats.revenue', arguments: website },
    realtime: { operation: 'stats.realtime', arguments: website },
    funnel: { operation: 'stats.funnel', arguments: website },
    vitals: { operation: 'stats.vitals', arguments: website },
  },
}
