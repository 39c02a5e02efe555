import { HOUR_MS } from '@sitewatch/contract/durations'
import { localTimeOf } from './local-time.ts'
import { HOURS_A_WEEK, localDayOf, slotOf } from './cells.ts'
import type { TrafficModel } from './model.ts'
import { normalQuantile } from './quantile.ts'
import { clamp } from './robust.ts'
import type { Span } from './span.ts'
import type { Spread } from './spread.ts'

/** The visits that are expected to begin in a span, and the range that they lie in nine times in ten. */
export interface Expectation {
  readonly visits: number
  readonly low: number
  readonly high: number
}

export function expectVisits(model: TrafficModel, span: Span, coverage = 0.9): Expectation {
  return rangeAround(model, meanVisits(model, span), (span.to_ms - span.from_ms) / HOUR_MS, coverage)
}

/** The range around a number of expected visits in a number of hours. */
export function rangeAround(model: TrafficModel, visits: number, hours: number, coverage = 0.9): Expectation {
  return { visits, ...rangeOf(visits, varianceOf(model.spread, visits, hours), coverage) }
}

const at = (values: readonly number[], index: number): number => values[(index + HOURS_A_WEEK) % HOURS_A_WEEK] ?? 0

/** At the end of an hour, its rate must not be below 0. */
const MAX_SLOPE = 1.8

/**
 * Visits an hour at a local time, and how much of that they grow within the hour: traffic rises or falls on the line through the hours
 * beside it, because a step at every full hour would look like a drop at 7:01.
 */
export function rateInHour(model: TrafficModel, wall_ms: number): { rate: number; slope: number } {
  const { profile } = model
  const slot = slotOf(wall_ms)
  const share = at(profile, slot)
  const slope = share > 0 ? (at(profile, slot + 1) - at(profile, slot - 1)) / 2 / share : 0
  return { rate: levelOn(model, localDayOf(wall_ms)) * share, slope: clamp(slope, -MAX_SLOPE, MAX_SLOPE) }
}

/** The share of an hour's visits that begins before a part of it, 0 to 1. */
const shareBefore = (slope: number, part: number): number => part + (slope * part * (part - 1)) / 2

function levelOn({ levels, first_day }: TrafficModel, day: number): number {
  return levels[clamp(day - first_day, 0, levels.length - 1)] ?? 0
}

/** The mean of the visits that begin in a span. */
function meanVisits(model: TrafficModel, { from_ms, to_ms }: Span): number {
  let visits = 0
  for (let time_ms = from_ms; time_ms < to_ms;) {
    const wall_ms = localTimeOf(time_ms, model.timezone)
    const inside_ms = wall_ms % HOUR_MS
    const until_ms = Math.min(to_ms, time_ms + HOUR_MS - inside_ms)
    const { rate, slope } = rateInHour(model, wall_ms)
    const part =
      shareBefore(slope, (inside_ms + until_ms - time_ms) / HOUR_MS) - shareBefore(slope, inside_ms / HOUR_MS)
    visits += rate * part
    time_ms = until_ms
  }
  return visits
}

/** Between two lengths that were measured, on the line over the logarithm of the length. */
function relativeVariance({ relative }: Spread, hours: number): number {
  const after = relative.findIndex((each) => each.hours >= hours)
  const [low, high] = [relative[after - 1], relative[after]]
  if (!high) return relative.at(-1)?.variance ?? 0
  if (!low) return high.variance
  const part = Math.log(hours / low.hours) / Math.log(high.hours / low.hours)
  return low.variance + part * (high.variance - low.variance)
}

const varianceOf = (spread: Spread, visits: number, hours: number): number =>
  spread.counts * visits + relativeVariance(spread, hours) * visits ** 2

/** The quantiles of a gamma distribution, by Wilson and Hilferty's cube root, half a visit wider because visits are whole. */
function rangeOf(visits: number, variance: number, coverage: number): { low: number; high: number } {
  if (visits <= 0) return { low: 0, high: 0 }
  const z = normalQuantile((1 + coverage) / 2)
  const x = Math.sqrt(variance) / visits / 3
  const edge = (side: number): number => visits * Math.max(1 - x * x + side * z * x, 0) ** 3
  return { low: Math.max(edge(-1) - 0.5, 0), high: edge(1) + 0.5 }
}
