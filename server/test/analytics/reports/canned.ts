import type { ReportRequest, ReportFacts } from '../../../src/analytics/reports/facts.ts'

/** Fixed contents of a report, for tests about when and how often it is sent. */
export function cannedFacts({ website_id, period }: ReportRequest, domain = 'canned.example.com'): ReportFacts {
  const requested = period('UTC')
  const figures = { visitors: 10, pageviews: 20, bounce_percent: 50, visit_seconds: 30 }
  return {
    website: { id: website_id, domain, timezone: 'UTC' },
    period: requested,
    figures,
    before: figures,
    revenue: { now: [], before: [] },
    days: [{ day: requested.first, visitors: 10 }],
    pages: [],
    sources: [],
    countries: [],
    goals: [],
    uptime: null,
    annotations: [],
    is_quiet: false,
    had_traffic: true,
  }
}
