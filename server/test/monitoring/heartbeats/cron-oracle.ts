/**
 * The slow reference for cron expressions: walks minute by minute and asks Intl for the time on the wall. Independent of the library that
 * the server uses. Numbers, ranges, lists, steps and stars; daylight saving as cron on Linux does it.
 */
const MINUTE_MS = 60_000

interface Wall {
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

const walls = new Map<string, number>()

/** The time on the wall, as if it were UTC. Computed once for each minute: Intl takes 5 µs. */
function readWall(at: number, timezone: string): number {
  const key = `${timezone} ${at}`
  const wall = walls.get(key) ?? askWall(at, timezone)
  walls.set(key, wall)
  return wall
}

function askWall(at: number, timezone: string): number {
  const parts = Object.fromEntries(
    findFormat(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}

function toWall(wall_ms: number): Wall {
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

function compile(expression: string): (wall: Wall) => boolean {
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

/** One value in the minutes and one in the hours. */
const isFixed = (expression: string): boolean => /^\d+ \d+ /.test(expression)

/** Every time at which a job with this expression runs, from inclusive, to exclusive. */
export function listCronTimes(expression: string, timezone: string, from: number, to: number): number[] {
  const matches = compile(expression)
  const fixed = isFixed(expression)
  const times: number[] = []
  // From a few hours before, so that an hour that comes twice is seen the first time.
  const start = from - 180 * MINUTE_MS
  const seen = new Set<number>()
  let before = readWall(start - MINUTE_MS, timezone)
  for (let at = start; at < to; at += MINUTE_MS) {
    const wall = readWall(at, timezone)
    let isDue = matches(toWall(wall)) && !(fixed && seen.has(wall))
    // A fixed time that the clock skips is made up for at once.
    for (let skipped = before + MINUTE_MS; fixed && !isDue && skipped < wall; skipped += MINUTE_MS) {
      isDue = matches(toWall(skipped))
    }
    if (isDue && at >= from) times.push(at)
    seen.add(wall)
    before = wall
  }
  return times
}
