import type { Objective } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { clipSpans, mergeSpans, type Span, sumSpans } from '../../platform/time/spans.ts'
import { allowedShareOf, findCountedSpans, type MonitorHistory } from '../error-budget/index.ts'

/** What counts and what failed, in the unit of the objective: milliseconds of time, or visits. */
export interface Measured {
  /** In the rolling window that ends at `end_ms`. */
  spentUntil: (end_ms: number) => { counted: number; failed: number }
  failedOn: (day_ms: number) => number
  failedIn: (span: Span) => number
  /** What the target allows to fail in a millisecond, on average. */
  allowed_per_ms: number
}

export type ObjectiveTarget = Pick<Objective, 'target' | 'window_days'>

interface SubjectSpans {
  monitored: Span[]
  down: Span[]
}

/** Several monitors as one: down while any of them is, monitored while any of them is. */
export function joinSpans(monitors: readonly MonitorHistory[], window: Span): SubjectSpans {
  const each = monitors.map((monitor) => findCountedSpans(monitor, window))
  return {
    monitored: mergeSpans(each.flatMap(({ monitored }) => monitored)),
    down: mergeSpans(each.flatMap(({ down }) => down)),
  }
}

export function measureClock({ monitored, down }: SubjectSpans, { target, window_days }: ObjectiveTarget): Measured {
  const sumIn = (spans: readonly Span[], span: Span): number => sumSpans(clipSpans(spans, span))
  return {
    spentUntil: (end_ms) => {
      const window = { from: end_ms - window_days * DAY_MS, to: end_ms }
      return { counted: sumIn(monitored, window), failed: sumIn(down, window) }
    },
    failedOn: (day_ms) => sumIn(down, { from: day_ms, to: day_ms + DAY_MS }),
    failedIn: (span) => sumIn(down, span),
    allowed_per_ms: allowedShareOf(target),
  }
}

export interface VisitDay {
  day_ms: number
  seen: number
  failed: number
}

/** An outage, and how many of the visits that were expected during it did not come. */
export interface FailedVisits {
  span: Span
  failed: number
}

export const startOfDay = (time_ms: number): number => time_ms - (time_ms % DAY_MS)

/** By whole days in UTC: a window of 30 days is today and the 29 days before it. */
export function measureVisits(
  days: readonly VisitDay[],
  outages: readonly FailedVisits[],
  { target, window_days }: ObjectiveTarget,
): Measured {
  const until = (end_ms: number): VisitDay[] => {
    const last_ms = startOfDay(end_ms - 1)
    return days.filter(({ day_ms }) => day_ms <= last_ms && day_ms > last_ms - window_days * DAY_MS)
  }
  const sum = (list: readonly VisitDay[]): { counted: number; failed: number } => ({
    counted: list.reduce((all, { seen, failed }) => all + seen + failed, 0),
    failed: list.reduce((all, { failed }) => all + failed, 0),
  })
  // The first day with visits may have begun before the website was counted, and the last one is not over.
  const fullDays = days.filter(({ seen, failed }) => seen + failed > 0).slice(1, -1)
  const per_day = fullDays.length === 0 ? 0 : sum(fullDays).counted / fullDays.length
  return {
    spentUntil: (end_ms) => sum(until(end_ms)),
    failedOn: (at_ms) => days.find(({ day_ms }) => day_ms === at_ms)?.failed ?? 0,
    failedIn: (window) =>
      outages.reduce((all, { span, failed }) => {
        const part = sumSpans(clipSpans([span], window)) / Math.max(1, span.to - span.from)
        return all + failed * part
      }, 0),
    allowed_per_ms: (per_day / DAY_MS) * allowedShareOf(target),
  }
}
