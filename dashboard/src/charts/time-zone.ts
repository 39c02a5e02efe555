import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'

export type Interval = 'minute' | 'hour' | 'day' | 'week' | 'month'

export interface Clock {
  year: number
  /** 1–12 */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      calendar: 'gregory',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/** The local date and time in the zone. */
export function readClock(ms: number, zone: string): Clock {
  const clock: Clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatterOf(zone).formatToParts(ms)) {
    if (type in clock) clock[type as keyof Clock] = Number(value)
  }
  return clock
}

const asUtc = ({ year, month, day, hour, minute, second }: Clock): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

function readOffset(ms: number, zone: string): number {
  return asUtc(readClock(ms, zone)) - Math.floor(ms / 1000) * 1000
}

/**
 * The first instant with this local time or a later one. If a clock change skips the local time (midnight, in some zones), this is the
 * clock change. If the local time occurs twice, this is the first of the two.
 */
export function findInstant(clock: Omit<Clock, 'second'>, zone: string): number {
  const local_ms = asUtc({ ...clock, second: 0 })
  const candidates = [local_ms - readOffset(local_ms - DAY_MS, zone), local_ms - readOffset(local_ms + DAY_MS, zone)]
  const toLocal = (ms: number): number => ms + readOffset(ms, zone)
  candidates.sort((a, b) => a - b)
  const [first = local_ms, second = local_ms] = candidates
  return toLocal(first) >= local_ms ? first : second
}

const startOfDate = (year: number, month: number, day: number, zone: string): number => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return findInstant(
    { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: 0, minute: 0 },
    zone,
  )
}

/** Days since Monday. */
export function readWeekday({ year, month, day }: Pick<Clock, 'year' | 'month' | 'day'>): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
}

/** Start of the bucket that contains this instant. With `step` 1, the start of the next bucket, which is the end of this one. */
export function findBucket(ms: number, interval: Interval, zone: string, step = 0): number {
  if (interval === 'minute') return Math.floor(ms / MINUTE_MS) * MINUTE_MS + step * MINUTE_MS
  const clock = readClock(ms, zone)
  if (interval === 'hour') {
    const into_ms = clock.minute * MINUTE_MS + clock.second * 1000 + (((ms % 1000) + 1000) % 1000)
    return ms - into_ms + step * HOUR_MS
  }
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
