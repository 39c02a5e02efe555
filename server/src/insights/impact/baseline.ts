import type { Impact } from '@sitewatch/contract'
import { instantOf, wallOf } from '../../platform/time/zone.ts'

/** [from, to) in epoch milliseconds. */
export interface Span {
  readonly from_ms: number
  readonly to_ms: number
}

interface Week {
  /** The outage's hours, that week. */
  readonly span: Span
  /** With half a day on both sides: a week in which nobody came then either says nothing. */
  readonly around: Span
  /** Stretches as long as the traffic check's, around it. */
  readonly usual: readonly Span[]
}

/** The stretches of time whose visitors must be known to judge an outage. */
export interface Baseline {
  readonly outage: Span
  readonly weeks: readonly Week[]
  /** The first five minutes; null when it has not lasted that long. */
  readonly traffic_check: Span | null
}

export interface Outage extends Span {
  /** Of the website: Monday at nine is Monday at nine also when the clocks have changed since. */
  timezone: string
}

const MINUTE_MS = 60_000
const HALF_DAY_MS = 12 * 3_600_000
const WEEK_MS = 14 * HALF_DAY_MS
const WEEKS = 4
const WEEKS_NEEDED = 2
export const TRAFFIC_CHECK_MS = 5 * MINUTE_MS
/** Six stretches before and six after: four of five minutes alone, one a week, would say little. */
const STRETCHES_ASIDE = 6

export function planBaseline({ from_ms, to_ms, timezone }: Outage): Baseline {
  const hasTrafficCheck = to_ms - from_ms >= TRAFFIC_CHECK_MS
  const shift = (time_ms: number, weeks: number): number =>
    instantOf(wallOf(time_ms, timezone) - weeks * WEEK_MS, timezone)
  // An outage of more than a week is compared with weeks that were over before it began.
  const first = Math.max(1, Math.ceil((to_ms - from_ms) / WEEK_MS))
  const weeks = Array.from({ length: WEEKS }, (_, index): Week => {
    const from = shift(from_ms, first + index)
    const span = { from_ms: from, to_ms: from + (to_ms - from_ms) }
    return {
      span,
      around: { from_ms: span.from_ms - HALF_DAY_MS, to_ms: Math.min(span.to_ms + HALF_DAY_MS, from_ms) },
      usual: hasTrafficCheck ? planStretches(from) : [],
    }
  })
  const traffic_check = hasTrafficCheck ? { from_ms, to_ms: from_ms + TRAFFIC_CHECK_MS } : null
  return { outage: { from_ms, to_ms }, weeks, traffic_check }
}

function planStretches(from_ms: number): Span[] {
  return Array.from({ length: 2 * STRETCHES_ASIDE + 1 }, (_, index) => {
    const start = from_ms + (index - STRETCHES_ASIDE) * TRAFFIC_CHECK_MS
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
 * What an outage cost: the median of the same hours of the weeks before, less those who came all the same. The median, so
 * that one odd week, another outage among them, does not decide. Null when fewer than two of the weeks had any traffic.
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

/** Below this a quiet five minutes are nothing unusual: of five expected, nobody comes in one case of 150. */
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
 * A few come even while a website is down: their browsers have the page at hand.
 */
export function judgeTrafficCheck(visitors_last_5_min: number, usual: number): NonNullable<Impact['traffic_check']> {
  const rounded = { visitors_last_5_min, usual: Math.round(usual) }
  if (usual < USUAL_NEEDED) return { ...rounded, verdict: 'inconclusive' }
  const share = visitors_last_5_min / usual
  if (share <= GONE_SHARE) return { ...rounded, verdict: 'traffic_gone' }
  return { ...rounded, verdict: share >= NORMAL_SHARE ? 'traffic_normal' : 'inconclusive' }
}
