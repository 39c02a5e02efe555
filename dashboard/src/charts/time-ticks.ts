import type { Interval } from '@sitewatch/contract/zone'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { formatDay, formatHour, formatMonth } from './format.ts'
import { listBuckets, readClock, readWeekday } from './time-zone.ts'

export interface TimeTick {
  at: number
  label: string
  /** A day among hours, a month among days, a year among months: drawn a little stronger. */
  isMajor: boolean
}

interface Step {
  interval: Interval
  every: number
  /** Rough length, to count how many fit. */
  about_ms: number
}

const STEPS: readonly Step[] = [
  ...[1, 5, 10, 15, 30].map((every): Step => ({ interval: 'minute', every, about_ms: every * MINUTE_MS })),
  ...[1, 2, 3, 6, 12].map((every): Step => ({ interval: 'hour', every, about_ms: every * HOUR_MS })),
  ...[1, 2].map((every): Step => ({ interval: 'day', every, about_ms: every * 24 * HOUR_MS })),
  ...[1, 2].map((every): Step => ({ interval: 'week', every, about_ms: every * 168 * HOUR_MS })),
  ...[1, 2, 3, 6, 12].map((every): Step => ({ interval: 'month', every, about_ms: every * 730 * HOUR_MS })),
]

const ORDER: readonly Interval[] = ['minute', 'hour', 'day', 'week', 'month']

/** Whether a bucket gets a tick. Counted from a fixed time, so that ticks stay the same when the range moves. */
function hasTick(at: number, { interval, every }: Step, zone: string): boolean {
  if (every === 1) return true
  const clock = readClock(at, zone)
  if (interval === 'minute') return clock.minute % every === 0
  if (interval === 'hour') return clock.hour % every === 0
  if (interval === 'month') return (clock.month - 1) % every === 0
  const days = Math.round(Date.UTC(clock.year, clock.month - 1, clock.day) / DAY_MS)
  // Day 4 was a Monday.
  return interval === 'day' ? days % every === 0 : Math.floor((days - 4) / 7) % every === 0
}

function labelTick(at: number, interval: Interval, zone: string): { label: string; isMajor: boolean } {
  const clock = readClock(at, zone)
  if (interval === 'minute' || interval === 'hour') {
    const isMidnight = clock.hour === 0 && clock.minute === 0
    return { label: isMidnight ? formatDay(at, zone) : formatHour(at, zone), isMajor: isMidnight }
  }
  if (interval === 'month') {
    const isYear = clock.month === 1
    return { label: isYear ? String(clock.year) : formatMonth(at, zone), isMajor: isYear }
  }
  return { label: formatDay(at, zone), isMajor: interval === 'day' ? readWeekday(clock) === 0 : clock.day <= 7 }
}

export interface TickRequest {
  from: number
  to: number
  zone: string
  interval: Interval
  /** Width of the axis and minimum distance between two labels, in pixels. */
  width: number
  spacing?: number
}

/** Lists as many ticks as fit, but no finer than the buckets. */
export function listTimeTicks({ from, to, zone, interval, width, spacing = 64 }: TickRequest): TimeTick[] {
  if (!(to > from) || width <= 0) return []
  const maxTicks = Math.max(1, Math.floor(width / spacing))
  const isFineEnough = (step: Step): boolean =>
    ORDER.indexOf(step.interval) >= ORDER.indexOf(interval) && (to - from) / step.about_ms <= maxTicks
  const step = STEPS.find(isFineEnough) ?? { interval: 'month', every: 12, about_ms: 0 }
  const ticks: TimeTick[] = []
  for (const at of listBuckets(from, to, step.interval, zone)) {
    if (at < from || !hasTick(at, step, zone)) continue
    const { label, isMajor } = labelTick(at, step.interval, zone)
    // The hour that occurs twice when summer time ends is labelled once.
    if (ticks.at(-1)?.label !== label) ticks.push({ at, label, isMajor })
  }
  return ticks
}
