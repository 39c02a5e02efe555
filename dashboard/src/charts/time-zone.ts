import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { instantOf, type Interval, wallOf } from '@sitewatch/contract/zone'

export interface Clock {
  year: number
  /** 1–12 */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** The local date and time in the zone. */
export function readClock(ms: number, zone: string): Clock {
  const wall = new Date(wallOf(ms, zone))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  }
}

/** The first instant with this local time; if a clock change skips it (midnight, in some zones), the instant of the change. */
export const findInstant = ({ year, month, day, hour, minute }: Omit<Clock, 'second'>, zone: string): number =>
  instantOf(Date.UTC(year, month - 1, day, hour, minute), zone)

/** `day` and `month` may lie beyond their month and year. */
const startOfDate = (year: number, month: number, day: number, zone: string): number =>
  instantOf(Date.UTC(year, month - 1, day), zone)

/** Days since Monday. */
export function readWeekday({ year, month, day }: Pick<Clock, 'year' | 'month' | 'day'>): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
}

/** Start of the bucket that contains this instant. With `step` 1, the start of the next bucket, which is the end of this one. */
export function findBucket(ms: number, interval: Interval, zone: string, step = 0): number {
  if (interval === 'minute') return Math.floor(ms / MINUTE_MS) * MINUTE_MS + step * MINUTE_MS
  if (interval === 'hour') return ms - (wallOf(ms, zone) % HOUR_MS) + step * HOUR_MS
  const clock = readClock(ms, zone)
  const { year, month, day } = clock
  if (interval === 'day') return startOfDate(year, month, day + step, zone)
  if (interval === 'week') return startOfDate(year, month, day - readWeekday(clock) + step * 7, zone)
  return startOfDate(year, month + step, 1, zone)
}

/** Starts of all buckets that touch the range, oldest first. */
export function listBuckets(from: number, to: number, interval: Interval, zone: string): number[] {
  const starts: number[] = []
  for (let at = findBucket(from, interval, zone); at < to; at = findBucket(at, interval, zone, 1)) starts.push(at)
  return starts
}
