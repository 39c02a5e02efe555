import { type WeeklyRange, WEEKDAYS } from '@sitewatch/contract'
import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { mergeSpans, type Span } from './spans.ts'
import { instantOf, wallOf } from '@sitewatch/contract/zone'

const WEEK_MINUTES = 7 * 24 * 60

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** In minutes. The range ends on the next day if `to` is not after `from`. */
function lengthOf({ from, to }: WeeklyRange): number {
  const length = minutesOf(to) - minutesOf(from)
  return length > 0 ? length : length + 24 * 60
}

/** Monday is 0. `wall_ms` is a local time as epoch milliseconds of the same digits in UTC. */
const weekdayOf = (wall_ms: number): number => (new Date(wall_ms).getUTCDay() + 6) % 7

/**
 * The spans of these hours that overlap `window`, sorted and merged. Each starts and ends when a local clock shows the time: a night on
 * which the clocks change is an hour shorter or longer. A skipped time is the instant of the change; a time that occurs twice is the first
 * of the two.
 */
export function listWeeklySpans(ranges: readonly WeeklyRange[], timezone: string, window: Span): Span[] {
  const firstDay = Math.floor(wallOf(window.from, timezone) / DAY_MS) - 2
  const lastDay = Math.floor(wallOf(window.to, timezone) / DAY_MS) + 1
  const spans: Span[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const weekday = WEEKDAYS[weekdayOf(day * DAY_MS)]
    for (const range of ranges) {
      if (weekday === undefined || !range.weekdays.includes(weekday)) continue
      const starts = day * DAY_MS + minutesOf(range.from) * MINUTE_MS
      const ends = starts + lengthOf(range) * MINUTE_MS
      spans.push({ from: instantOf(starts, timezone), to: instantOf(ends, timezone) })
    }
  }
  return mergeSpans(spans).filter(({ from, to }) => from < window.to && to > window.from)
}

/** Whether the ranges cover every minute of the week. */
export function coversWeek(ranges: readonly WeeklyRange[]): boolean {
  const spans = ranges.flatMap((range) =>
    range.weekdays.flatMap((weekday) => {
      const from = WEEKDAYS.indexOf(weekday) * 24 * 60 + minutesOf(range.from)
      const to = from + lengthOf(range)
      // A range that passes the end of Sunday continues at the start of Monday.
      return [
        { from, to: Math.min(to, WEEK_MINUTES) },
        { from: 0, to: to - WEEK_MINUTES },
      ]
    }),
  )
  const [first] = mergeSpans(spans)
  return first?.from === 0 && first.to === WEEK_MINUTES
}

/** When the hours that contain this instant end; null outside of them. They must not cover the whole week. */
export function findEnd(ranges: readonly WeeklyRange[], timezone: string, at: number): number | null {
  const spans = listWeeklySpans(ranges, timezone, { from: at, to: at + 9 * DAY_MS })
  return spans.find(({ from, to }) => from <= at && at < to)?.to ?? null
}
