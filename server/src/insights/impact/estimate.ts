import { type Impact, IMPACT_BASES, type ImpactCost } from '@sitewatch/contract'
import { MINUTE_MS } from '@sitewatch/contract/durations'
import { type Expectation, expectVisits, type Span, type TrafficModel } from '../expected-traffic/index.ts'

const TRAFFIC_CHECK_MINUTES = 5
export const TRAFFIC_CHECK_MS = TRAFFIC_CHECK_MINUTES * MINUTE_MS

/** The first five minutes of an outage; null when it is shorter. */
export function planTrafficCheck({ from_ms, to_ms }: Span): Span | null {
  return to_ms - from_ms >= TRAFFIC_CHECK_MS ? { from_ms, to_ms: from_ms + TRAFFIC_CHECK_MS } : null
}

const basisOf = ({ days }: TrafficModel): Impact['basis'] =>
  IMPACT_BASES[Math.min(Math.floor(days / 7) - 2, IMPACT_BASES.length - 1)] ?? '2 weeks'

/** Visits that began in the outage and, if there is one, in the traffic check. */
interface SeenVisits {
  outage: number
  traffic_check: number
}

/** Without the cost, which is measured afterwards. */
export type VisitorImpact = Omit<Impact, keyof ImpactCost>

/** Visitors affected in an outage: those who would have come, minus those who came; with the range that it lies in nine times in ten. */
export function estimateImpact(model: TrafficModel, outage: Span, seen: SeenVisits): VisitorImpact {
  const { visits, low, high } = expectVisits(model, outage)
  const visitors_expected = Math.round(visits)
  const lostOf = (expected: number): number => Math.max(0, Math.round(expected) - seen.outage)
  const check = planTrafficCheck(outage)
  return {
    visitors_expected,
    visitors_seen: seen.outage,
    visitors_lost: lostOf(visits),
    visitors_lost_low: Math.min(lostOf(low), lostOf(visits)),
    visitors_lost_high: Math.max(lostOf(high), lostOf(visits)),
    basis: basisOf(model),
    traffic_check: check && judgeTrafficCheck(seen.traffic_check, expectVisits(model, check)),
  }
}

/** With fewer, five minutes without visitors are not unusual: of five expected visitors, none come in one case of 150. */
const MIN_USUAL = 5
const GONE_SHARE = 0.2
const NORMAL_SHARE = 0.6

/**
 * | visitors who come                                        | verdict        |
 * |----------------------------------------------------------|----------------|
 * | usually fewer than five                                  | inconclusive   |
 * | at most a fifth of the usual                             | traffic_gone   |
 * | at least three fifths of the usual, and within its range | traffic_normal |
 * | in between                                               | inconclusive   |
 *
 * A few visitors are counted even while a website is down: their browsers have cached the page.
 */
export function judgeTrafficCheck(
  visitors_last_5_min: number,
  { visits, low }: Expectation,
): NonNullable<Impact['traffic_check']> {
  const rounded = { visitors_last_5_min, usual: Math.round(visits) }
  if (visits < MIN_USUAL) return { ...rounded, verdict: 'inconclusive' }
  const share = visitors_last_5_min / visits
  if (share <= GONE_SHARE) return { ...rounded, verdict: 'traffic_gone' }
  const isNormal = share >= NORMAL_SHARE && visitors_last_5_min >= low
  return { ...rounded, verdict: isNormal ? 'traffic_normal' : 'inconclusive' }
}
