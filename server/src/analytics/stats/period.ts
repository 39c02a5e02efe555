import type { INTERVALS, PERIODS } from '@sitewatch/contract'
import { invalid } from '../../http/problem.ts'
import {
  addDays,
  addMonths,
  dayAt,
  instantOf,
  type LocalDay,
  nextStart,
  readDay,
  startOfDay,
  wallOf,
} from '../../platform/time/zone.ts'

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
}

const REALTIME_MS = 30 * 60_000
const MAX_DAYS = 3660

function countDays(from: LocalDay, to: LocalDay): number {
  return (Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / 86_400_000 + 1
}

interface CustomDays {
  first: LocalDay
  last: LocalDay
}

function readCustom({ from, to }: PeriodQuery): CustomDays {
  if (from === undefined) throw invalid('from', 'required', 'from is required for a custom period.')
  if (to === undefined) throw invalid('to', 'required', 'to is required for a custom period.')
  const [first, last] = [readDay(from), readDay(to)]
  if (first.year < 1971) throw invalid('from', 'too_small', 'from must be 1971-01-01 or later.')
  if (last.year > 2100) throw invalid('to', 'too_big', 'to must be before 2101.')
  const days = countDays(first, last)
  if (days < 1) throw invalid('to', 'too_small', 'to must not be before from.')
  if (days > MAX_DAYS) throw invalid('to', 'too_big', `A period can have at most ${MAX_DAYS} days.`)
  return { first, last }
}

/** The period that was requested. A period that has not ended yet ends now: nothing can have happened later. */
export function findSpan(request: PeriodQuery, timezone: string, now_ms: number): Span {
  if (request.period !== 'custom') {
    for (const name of ['from', 'to'] as const)
      if (request[name] !== undefined)
        throw invalid(name, 'invalid_value', `${name} is only allowed with period=custom.`)
  }
  const today = dayAt(now_ms, timezone)
  const until = (first: LocalDay): Span => ({ from_ms: startOfDay(first, timezone), to_ms: now_ms + 1 })
  switch (request.period) {
    case 'realtime':
      return { from_ms: now_ms + 1 - REALTIME_MS, to_ms: now_ms + 1 }
    case 'today':
      return until(today)
    case '7d':
      return until(addDays(today, -6))
    case '30d':
      return until(addDays(today, -29))
    case '12mo':
      return until(addMonths({ ...today, day: 1 }, -11))
    default: {
      const { first, last } = readCustom(request)
      const from_ms = startOfDay(first, timezone)
      const to_ms = startOfDay(addDays(last, 1), timezone)
      return { from_ms, to_ms: from_ms <= now_ms ? Math.min(to_ms, now_ms + 1) : to_ms }
    }
  }
}

/** The same wall-clock time on another day. */
function moveDay(time_ms: number, timezone: string, move: (day: LocalDay) => LocalDay): number {
  const wall = wallOf(time_ms, timezone)
  const { year, month, day } = move(dayAt(time_ms, timezone))
  return instantOf(Date.UTC(year, month - 1, day) + (wall % 86_400_000), timezone)
}

/**
 * What a period is compared with: as many days, or months, just before it, or the same days of the year before. Both end at the
 * same time of day, so that a day that has just begun is not compared with a whole one.
 */
export function findComparison(
  request: PeriodQuery,
  { from_ms, to_ms }: Span,
  { by, timezone }: { by: 'previous' | 'year'; timezone: string },
): Span {
  if (request.period === 'realtime' && by === 'previous') return { from_ms: from_ms - REALTIME_MS, to_ms: from_ms }
  const days =
    request.period === 'custom'
      ? countDays(readDay(request.from ?? ''), readDay(request.to ?? ''))
      : DAYS[request.period]
  const move = (day: LocalDay): LocalDay => {
    if (by === 'year') return addMonths(day, -12)
    return request.period === '12mo' ? addMonths(day, -12) : addDays(day, -days)
  }
  const from = moveDay(from_ms, timezone, move)
  return { from_ms: from, to_ms: Math.max(from + 1, moveDay(to_ms - 1, timezone, move) + 1) }
}

const DAYS = { realtime: 1, today: 1, '7d': 7, '30d': 30, '12mo': 0 }

/** A whole day by minute always fits, also the one of 25 hours. */
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

export function pickInterval({ from_ms, to_ms }: Span): IntervalName {
  const days = (to_ms - from_ms) / 86_400_000
  if (days <= 0.1) return 'minute'
  if (days <= 2.1) return 'hour'
  return days <= 100 ? 'day' : 'month'
}
