import type { StatsSummary } from '@sitewatch/contract'
import type { Counts } from './queries/totals.ts'

export type Figures = Omit<
  StatsSummary,
  | 'object'
  | 'website_id'
  | 'period'
  | 'from'
  | 'to'
  | 'timezone'
  | 'sample_percent'
  | 'imported'
  | 'excluded_hours'
  | 'comparison'
>

export const NO_COUNTS: Counts = {
  visitors: 0,
  visits: 0,
  pageviews: 0,
  events: 0,
  bounces: 0,
  duration_ms: 0,
  engaged_ms: 0,
}

/** One decimal; null for a division by zero. */
function divide(amount: number, by: number): number | null {
  return by === 0 ? null : Math.round((amount / by) * 10) / 10
}

export const percentOf = (part: number, total: number): number | null => divide(part * 100, total)
export const secondsOf = (sum_ms: number, by: number): number | null => divide(sum_ms, by * 1000)

export function toFigures({ visitors, visits, pageviews, events, bounces, duration_ms, engaged_ms }: Counts): Figures {
  return {
    visitors,
    visits,
    pageviews,
    events,
    bounce_percent: percentOf(bounces, visits),
    visit_seconds: secondsOf(duration_ms, visits),
    views_per_visit: divide(pageviews, visits),
    page_seconds: secondsOf(engaged_ms, pageviews),
  }
}
