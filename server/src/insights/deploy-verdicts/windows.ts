import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { instantOf, wallOf } from '@sitewatch/contract/zone'

/** [from, to) in epoch milliseconds, and the 24 hours that it is part of. */
export interface Window {
  readonly from_ms: number
  readonly to_ms: number
  readonly side: 'after' | 'before'
  /** Of after: 0 or 1. Of before: 0 is the day before the deploy. */
  readonly day: number
}

/** Each weekday twice. Seven days show so little about how days differ that a change of 10 % is not found: see the decision record. */
export const DAYS_BEFORE = 14

/**
 * Every hour since the deploy, and the same local hours of each of the days before it. In the second day after the deploy, the hours
 * before count a second time, so that each hour of the day has the same weight on both sides.
 */
export function planWindows(deployed_ms: number, until_ms: number, timezone: string): Window[] {
  const wall_ms = wallOf(deployed_ms, timezone)
  const starts = Array.from({ length: DAYS_BEFORE + 1 }, (_, days) =>
    days === 0 ? deployed_ms : instantOf(wall_ms - days * DAY_MS, timezone),
  )
  const lengths = [Math.min(DAY_MS, until_ms - deployed_ms), Math.min(DAY_MS, until_ms - deployed_ms - DAY_MS)]
  return lengths.flatMap((length_ms, block): Window[] => {
    if (length_ms <= 0) return []
    const from_ms = deployed_ms + block * DAY_MS
    const after: Window = { from_ms, to_ms: from_ms + length_ms, side: 'after', day: block }
    const before = starts.slice(1).map((start, day): Window => {
      // Where the clocks change, a day has another length: none reaches into the next.
      const end = Math.min(start + length_ms, starts[day] ?? deployed_ms)
      return { from_ms: start, to_ms: end, side: 'before', day }
    })
    return [after, ...before]
  })
}

/** When a comparison is looked at next: often while there is little to read and much to learn. */
export function planNextLook(deployed_ms: number, now_ms: number): number {
  const hours = (now_ms - deployed_ms) / HOUR_MS
  return now_ms + (hours < 2 ? 5 : hours < 12 ? 15 : 60) * 60_000
}
