import type { SettingsOf } from '@sitewatch/contract'
import { Cron } from 'croner'
import { readTimezone } from '../../../platform/time/timezone-name.ts'

type Settings = Pick<SettingsOf<'heartbeat'>, 'period_seconds' | 'cron' | 'timezone'>

/** When pings are expected, in epoch milliseconds. */
export interface PingSchedule {
  /** The ping that is expected after one at that time; null when there is none. */
  findNext(after: number): number | null
  /** The first expected time after `expected` that is not before `from`. */
  skipTo(expected: number, from: number): number | null
  /** How long before its time a ping may come and still count for it. */
  readonly early_ms: number
}

/** Clocks of two machines differ by less. Cron has a resolution of a minute, so such a ping never belongs to the previous run. */
const CLOCK_DIFFERENCE_MS = 5000

/** Creating one costs as much as using it. */
const MAX_CACHED = 1000
const cache = new Map<string, Cron>()

/** Daylight saving works as in cron on Linux: a fixed time that is skipped runs after the gap, one that occurs twice runs once. */
function findCron(expression: string, timezone: string): Cron {
  const key = `${timezone} ${expression}`
  const cached = cache.get(key)
  if (cached) return cached
  const created = new Cron(expression, { timezone, mode: '5-part', paused: true })
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(key, created)
  return created
}

export function planPings({ period_seconds, cron, timezone }: Settings, grace_ms: number): PingSchedule {
  if (cron !== null) {
    const schedule = findCron(cron, timezone)
    const findNext = (after: number): number | null => schedule.nextRun(new Date(after))?.getTime() ?? null
    return {
      findNext: (after) => findNext(after + CLOCK_DIFFERENCE_MS),
      skipTo: (expected, from) => findNext(Math.max(expected, from - 1)),
      early_ms: CLOCK_DIFFERENCE_MS,
    }
  }
  const period_ms = (period_seconds ?? 0) * 1000
  return {
    findNext: (after) => after + period_ms,
    skipTo: (expected, from) => expected + period_ms * Math.max(1, Math.ceil((from - expected) / period_ms)),
    early_ms: grace_ms,
  }
}

/** Returns the error in a cron expression or its time zone, and its field. */
export function findCronFault(expression: string, timezone: string): { field: string; message: string } | null {
  if (readTimezone(timezone) === null)
    return { field: 'timezone', message: 'timezone must be the name of a time zone, such as Europe/Berlin.' }
  try {
    if (findCron(expression, timezone).nextRun()) return null
    return { field: 'cron', message: 'cron must be an expression that has a next time.' }
  } catch {
    return { field: 'cron', message: 'cron must be a cron expression with five fields, such as 30 2 * * *.' }
  }
}

/** Where the search for gaps starts: a fixed date, so that the same expression always has the same interval, in a leap year. */
const FROM_MS = Date.UTC(2028, 0, 1)
const TO_MS = Date.UTC(2029, 0, 1)
/** More than a day of a run every five minutes, which is enough to find the gap over midnight. Each costs 0.1 ms. */
const MAX_TIMES = 300
const RESOLUTION_MS = 60_000

/** In UTC, where all days have the same length. */
function findShortestGap(expression: string): number {
  const schedule = findCron(expression, 'UTC')
  let shortest_ms = TO_MS - FROM_MS
  let last = schedule.nextRun(new Date(FROM_MS))
  for (let count = 0; count < MAX_TIMES && shortest_ms > RESOLUTION_MS; count++) {
    if (!last || last.getTime() >= TO_MS) break
    const next = schedule.nextRun(last)
    if (!next) break
    shortest_ms = Math.min(shortest_ms, next.getTime() - last.getTime())
    last = next
  }
  return shortest_ms / 1000
}

/** The `interval` of a heartbeat, in seconds. */
export const findPingInterval = ({ period_seconds, cron }: Settings): number =>
  cron === null ? (period_seconds ?? 0) : findShortestGap(cron)
