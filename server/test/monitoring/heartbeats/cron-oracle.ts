/**
 * A slow reference for cron expressions: goes minute by minute and gets the local time from Intl. Independent of the library that the
 * server uses. Supports numbers, ranges, lists, steps and stars; daylight saving as in cron on Linux.
 */

import { MINUTE_MS } from '@sitewatch/contract/durations'

interface LocalTime {
  minute: number
  hour: number
  day: number
  month: number
  weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function findFormat(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(timezone, made)
  return made
}

const localTimes = new Map<string, number>()

/** The local time, represented as UTC. Cached for each minute, because Intl takes 5 µs. */
function readLocalTime(at: number, timezone: string): number {
  const key = `${timezone} ${at}`
  const wall = localTimes.get(key) ?? computeLocalTime(at, timezone)
  localTimes.set(key, wall)
  return wall
}

function computeLocalTime(at: number, timezone: string): number {
  const parts = Object.fromEntries(
    findFormat(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}

function toLocalTime(wall_ms: number): LocalTime {
  const date = new Date(wall_ms)
  return {
    minute: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    day: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    weekday: date.getUTCDay(),
  }
}

function readField(text: string, min: number, max: number): Set<number> {
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const [range = '*', step = '1'] = part.split('/')
    const [low, high] = range === '*' ? [min, max] : range.split('-').map(Number)
    const last = high ?? (part.includes('/') ? max : (low ?? min))
    for (let value = low ?? min; value <= last; value += Number(step)) found.add(value)
  }
  return found
}

function compile(expression: string): (wall: LocalTime) => boolean {
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = expression.split(' ')
  const [minute, hour, day, month] = [
    readField(minutes, 0, 59),
    readField(hours, 0, 23),
    readField(days, 1, 31),
    readField(months, 1, 12),
  ]
  const weekday = readField(weekdays.replace('7', '0'), 0, 6)
  return (wall) => {
    if (!minute.has(wall.minute) || !hour.has(wall.hour) || !month.has(wall.month)) return false
    if (days === '*' || weekdays === '*') return day.has(wall.day) && weekday.has(wall.weekday)
    return day.has(wall.day) || weekday.has(wall.weekday)
  }
}

/** One value for the minutes and one for the hours. */
const isFixed = (expression: string): boolean => /^\d+ \d+ /.test(expression)

/** Every time at which a job with this expression runs, from inclusive, to exclusive. */
export function listCronTimes(expression: string, timezone: string, from: number, to: number): number[] {
  const matches = compile(expression)
  const fixed = isFixed(expression)
  const times: number[] = []
  // Starts a few hours earlier, so that the first occurrence of a repeated hour is recorded.
  const start = from - 180 * MINUTE_MS
  const seen = new Set<number>()
  let before = readLocalTime(start - MINUTE_MS, timezone)
  for (let at = start; at < to; at += MINUTE_MS) {
    const wall = readLocalTime(at, timezone)
    let isDue = matches(toLocalTime(wall)) && !(fixed && seen.has(wall))
    // A fixed time that the clock skips runs as soon as possible afterwards.
    for (let skipped = before + MINUTE_MS; fixed && !isDue && skipped < wall; skipped += MINUTE_MS) {
      isDue = matches(toLocalTime(skipped))
    }
    if (isDue && at >= from) times.push(at)
    seen.add(wall)
    before = wall
  }
  return times
}
