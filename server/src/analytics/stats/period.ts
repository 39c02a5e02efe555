import type { INTERVALS, PERIODS } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { invalid } from '../../http/problem.ts'
import { addDays, addMonths, dayAt, type LocalDay, nextStart, readDay, startOfDay } from '@sitewatch/contract/zone'

export type PeriodName = (typeof PERIODS)[number]
export type IntervalName = (typeof INTERVALS)[number]

/** From inclusive, to exclusive, in milliseconds. */
export interface Span {
  from_ms: number
  to_ms: number
}

export interface PeriodQuery {
  period: PeriodName
  from?: string | undefined
  to?: string | undefined
  /** Where `all` begins; with no visit yet it is today. */
  first_event_ms?: number | undefined
}

export const REALTIME_MS = 30 * 60_000
const MAX_DAYS = 3660

export function countDays(from: LocalDay, to: LocalDay): number {
  return (Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / DAY_MS + 1
}

interface DayRange {
  /** What the two days are called in the request. */
  names: readonly [from: string, to: string]
  from: string | undefined
  to: string | undefined
}

function readDays({ names: [fromName, toName], from, to }: DayRange): { first: LocalDay; last: LocalDay } {
  if (from === undefined) throw invalid(fromName, 'required', `${fromName} is required for a custom period.`)
  if (to === undefined) throw invalid(toName, 'required', `${toName} is required for a custom period.`)
  const [first, last] = [readDay(from), readDay(to)]
  if (first.year < 1971) throw invalid(fromName, 'too_small', `${fromName} must be 1971-01-01 or later.`)
  if (last.year > 2100) throw invalid(toName, 'too_big', `${toName} must be before 2101.`)
  const days = countDays(first, last)
  if (days < 1) throw invalid(toName, 'too_small', `${toName} must not be before ${fromName}.`)
  if (days > MAX_DAYS) throw invalid(toName, 'too_big', `A period can have at most ${MAX_DAYS} days.`)
  return { first, last }
}

/** Whole days, the last included; they end now if now lies within them. */
export function spanOfDays(range: DayRange, timezone: string, now_ms: number): Span {
  const { first, last } = readDays(range)
  const from_ms = startOfDay(first, timezone)
  const to_ms = startOfDay(addDays(last, 1), timezone)
  return { from_ms, to_ms: from_ms <= now_ms ? Math.min(to_ms, now_ms + 1) : to_ms }
}

/** No longer ago than a custom period could start, and not after today. */
function firstDayOfAll(first_event_ms: number, timezone: string, today: LocalDay): LocalDay {
  const first = dayAt(first_event_ms, timezone)
  const age = countDays(first, today)
  return age < 1 ? today : age > MAX_DAYS ? addDays(today, 1 - MAX_DAYS) : first
}

/** The period that was requested. A period that has not ended yet ends now: nothing can have happened later. */
export function findSpan(request: PeriodQuery, timezone: string, now_ms: number): Span {
  if (request.period !== 'custom') {
    for (const name of ['from', 'to'] as const)
      if (request[name] !== undefined)
        throw invalid(name, 'invalid_value', `${name} is only allowed with period=custom.`)
  }
  const today = dayAt(now_ms, timezone)
  const month = { ...today, day: 1 }
  const since = (first: LocalDay, to_ms = now_ms + 1): Span => ({ from_ms: startOfDay(first, timezone), to_ms })
  switch (request.period) {
    case 'realtime':
      return { from_ms: now_ms + 1 - REALTIME_MS, to_ms: now_ms + 1 }
    case 'today':
      return since(today)
    case 'yesterday':
      return since(addDays(today, -1), startOfDay(today, timezone))
    case '7d':
      return since(addDays(today, -6))
    case '30d':
      return since(addDays(today, -29))
    case 'month':
      return since(month)
    case 'last_month':
      return since(addMonths(month, -1), startOfDay(month, timezone))
    case '12mo':
      return since(addMonths(month, -11))
    case 'all':
      return since(firstDayOfAll(request.first_event_ms ?? now_ms, timezone, today))
    default:
      return spanOfDays({ names: ['from', 'to'], from: request.from, to: request.to }, timezone, now_ms)
  }
}

/** Enough for a whole day by minute, also for a day of 25 hours. */
const MAX_POINTS = 1500

/** The start of each interval. The first is the start of the period, even inside of an interval. */
export function listStarts({ from_ms, to_ms }: Span, interval: IntervalName, timezone: string): number[] {
  const starts: number[] = []
  for (let at = from_ms; at < to_ms; at = nextStart(at, interval, timezone)) {
    starts.push(at)
    if (starts.length > MAX_POINTS)
      throw invalid(
        'interval',
        'invalid_value',
        `This would return more than ${MAX_POINTS} points. Choose a longer interval.`,
      )
  }
  return starts
}

/** A day that has just begun is drawn by the hour, too, like the one it is compared with. */
export function pickInterval(period: PeriodName, { from_ms, to_ms }: Span): IntervalName {
  if (period === 'realtime') return 'minute'
  const days = (to_ms - from_ms) / DAY_MS
  if (days <= 2.1) return 'hour'
  return days <= 100 ? 'day' : 'month'
}
