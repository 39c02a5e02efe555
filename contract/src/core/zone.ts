/**
 * Local times of a time zone. With Intl, because Node 24 has no Temporal. Does not import a schema,
 * because the dashboard also uses this file.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** A local date; month from 1. */
export interface LocalDay {
  year: number
  month: number
  day: number
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timezone, formatter)
  }
  return formatter
}

/** The local time at an instant, as the epoch milliseconds of the same digits in UTC. */
export function wallOf(time_ms: number, timezone: string): number {
  if (timezone === 'UTC') return time_ms
  const digits = formatterOf(timezone).format(time_ms).match(/\d+/g) ?? []
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = digits.map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((time_ms % 1000) + 1000) % 1000)
}

/**
 * The instant of a local time. If it occurs twice, the first one; if it is skipped because the clocks go forward, the instant of that
 * change.
 */
export function instantOf(wall_ms: number, timezone: string): number {
  const before = wallOf(wall_ms - DAY_MS, timezone) - (wall_ms - DAY_MS)
  const after = wallOf(wall_ms + DAY_MS, timezone) - (wall_ms + DAY_MS)
  const found = [before, after].map((offset) => wall_ms - offset).filter((time) => wallOf(time, timezone) === wall_ms)
  return found.length > 0 ? Math.min(...found) : wall_ms - before
}

export function dayAt(time_ms: number, timezone: string): LocalDay {
  const wall = new Date(wallOf(time_ms, timezone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
}

export const readDay = (text: string): LocalDay => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
}

/** The first instant of a day; `day` may lie beyond its month, as in Date.UTC. */
export function startOfDay({ year, month, day }: LocalDay, timezone: string): number {
  return instantOf(Date.UTC(year, month - 1, day), timezone)
}

export const addDays = (at: LocalDay, days: number): LocalDay => normalise({ ...at, day: at.day + days })

/** The same day of another month, or that month's last when it has no such day. */
export function addMonths({ year, month, day }: LocalDay, months: number): LocalDay {
  const first = normalise({ year, month: month + months, day: 1 })
  const last = new Date(Date.UTC(first.year, first.month, 0)).getUTCDate()
  return { ...first, day: Math.min(day, last) }
}

function normalise({ year, month, day }: LocalDay): LocalDay {
  const date = new Date(Date.UTC(year, month - 1, day))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The Monday of its week. */
export function mondayOf(at: LocalDay): LocalDay {
  const weekday = new Date(Date.UTC(at.year, at.month - 1, at.day)).getUTCDay()
  return addDays(at, -((weekday + 6) % 7))
}

/** The next instant whose local time is a multiple of `unit_ms`. */
function nextFull(time_ms: number, unit_ms: number, timezone: string): number {
  return time_ms + unit_ms - (wallOf(time_ms, timezone) % unit_ms)
}

export type Interval = 'minute' | 'hour' | 'day' | 'week' | 'month'

/** The start of the interval after the one that contains this instant. */
export function nextStart(time_ms: number, interval: Interval, timezone: string): number {
  if (interval === 'minute') return nextFull(time_ms, MINUTE_MS, timezone)
  if (interval === 'hour') return nextFull(time_ms, HOUR_MS, timezone)
  const day = dayAt(time_ms, timezone)
  if (interval === 'day') return startOfDay(addDays(day, 1), timezone)
  if (interval === 'week') return startOfDay(addDays(mondayOf(day), 7), timezone)
  return startOfDay(addMonths({ ...day, day: 1 }, 1), timezone)
}
