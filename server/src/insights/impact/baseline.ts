import type { Impact } from '@sitewatch/contract'
import { instantOf, wallOf } from '../../platform/time/zone.ts'

/** [from, to) in epoch milliseconds. */
export interface Span {
  readonly from_ms: number
  readonly to_ms: number
}

interface Week {
  /** The hours of the outage in that week. */
  readonly span: Span
  /** With half a day on both sides: a week without visitors even then is not used. */
  readonly around: Span
  /** Spans around it, each as long as the traffic check. */
  readonly usual: readonly Span[]
}

/** The spans whose visitors must be counted to judge an outage. */
export interface Baseline {
  readonly outage: Span
  readonly weeks: readonly Week[]
  /** The first five minutes of the outage; null when it is shorter. */
  readonly traffic_check: Span | null
}

export interface Outage extends Span {
  /** Of the website: Monday at nine stays Monday at nine across a change to or from daylight saving time. */
  timezone: string
}

const MINUTE_MS = 60_000
const HALF_DAY_MS = 12 * 3_600_000
const WEEK_MS = 14 * HALF_DAY_MS
const WEEKS = 4
const WEEKS_NEEDED = 2
export const TRAFFIC_CHECK_MS = 5 * MINUTE_MS
/** Six spans before and six after: one span of five minutes in each of four weeks would be too few. */
const SPANS_ASIDE = 6

export function planBaseline({ from_ms, to_ms, timezone }: Outage): Baseline {
  const hasTrafficCheck = to_ms - from_ms >= TRAFFIC_CHECK_MS
  const shift = (time_ms: number, weeks: number): number =>
    instantOf(wallOf(time_ms, timezone) - weeks * WEEK_MS, timezone)
  // An outage of more than a week is compared with weeks that ended before it began.
  const first = Math.max(1, Math.ceil((to_ms - from_ms) / WEEK_MS))
  const weeks = Array.from({ length: WEEKS }, (_, index): Week => {
    const from = shift(from_ms, first + index)
    const span = { from_ms: from, to_ms: from + (to_ms - from_ms) }
    return {
      span,
      around: { from_ms: span.from_ms - HALF_DAY_MS, to_ms: Math.min(span.to_ms + HALF_DAY_MS, from_ms) },
      usual: hasTrafficCheck ? planSpans(from) : [],
    }
  })
  const traffic_check = hasTrafficCheck ? { from_ms, to_ms: from_ms + TRAFFIC_CHECK_MS } : null
  return { outage: { from_ms, to_ms }, weeks, traffic_check }
}

function planSpans(from_ms: number): Span[] {
  return Array.from({ length: 2 * SPANS_ASIDE + 1 }, (_, index) => {
    const start = from_ms + (index - SPANS_ASIDE) * TRAFFIC_CHECK_MS
    return { from_ms: start, to_ms: start + TRAFFIC_CHECK_MS }
  })
}

export function listSpans({ outage, weeks, traffic_check }: Baseline): Span[] {
  return [
    outage,
    ...weeks.flatMap(({ span, around, usual }) => [span, around, ...usual]),
    ...(traffic_check ? [traffic_check] : []),
  ]
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? 0
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper
}

const BASES: Record<number, Impact['basis']> = { 2: '2 weeks', 3: '3 weeks', 4: '4 weeks' }

/**
 * Visitors affected in an outage: the median of the same hours in the weeks before, minus the visitors who came during it. The median,
 * so that one unusual week, such as one with another outage, does not decide. Null when fewer than two of the weeks had traffic.
 */
export function judgeImpact(baseline: Baseline, visitorsIn: (span: Span) => number): Impact | null {
  const weeks = baseline.weeks.filter(({ around }) => visitorsIn(around) > 0)
  const basis = BASES[weeks.length]
  if (weeks.length < WEEKS_NEEDED || basis === undefined) return null
  const visitors_expected = Math.round(medianOf(weeks.map(({ span }) => visitorsIn(span))))
  const visitors_seen = visitorsIn(baseline.outage)
  const usual = medianOf(weeks.flatMap((week) => week.usual.map(visitorsIn)))
  return {
    visitors_expected,
    visitors_seen,
    visitors_lost: Math.max(0, visitors_expected - visitors_seen),
    basis,
    traffic_check: baseline.traffic_check && judgeTrafficCheck(visitorsIn(baseline.traffic_check), usual),
  }
}

/** With fewer, five minutes without visitors are not unusual: of five expected visitors, none come in one case of 150. */
const USUAL_NEEDED = 5
const GONE_SHARE = 0.2
const NORMAL_SHARE = 0.6

/**
 * | visitors who open a page              | verdict        |
 * |----------------------------------------|----------------|
 * | usually fewer than five                | inconclusive   |
 * | at most a fifth of the usual           | traffic_gone   |
 * | at least three fifths of the usual     | traffic_normal |
 * | in between                             | inconclusive   |
 *
 * A few visitors are counted even while a website is down: their browsers have cached the page.
 */
export function judgeTrafficCheck(visitors_last_5_min: number, usual: number): NonNullable<Impact['traffic_check']> {
  const rounded = { visitors_last_5_min, usual: Math.round(usual) }
  if (usual < USUAL_NEEDED) return { ...rounded, verdict: 'inconclusive' }
  const share = visitors_last_5_min / usual
  if (share <= GONE_SHARE) return { ...rounded, verdict: 'traffic_gone' }
  return { ...rounded, verdict: share >= NORMAL_SHARE ? 'traffic_normal' : 'inconclusive' }
}
