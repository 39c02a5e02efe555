import type { COMPARISONS } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { invalid } from '../../http/problem.ts'
import {
  addDays,
  addMonths,
  dayAt,
  instantOf,
  type LocalDay,
  readDay,
  startOfDay,
  wallOf,
} from '@sitewatch/contract/zone'
import { countDays, type PeriodQuery, REALTIME_MS, type Span, spanOfDays } from './period.ts'

export interface ComparisonQuery extends PeriodQuery {
  compare: (typeof COMPARISONS)[number]
  compare_from?: string | undefined
  compare_to?: string | undefined
}

/** The same wall-clock time on another day. */
function moveDay(time_ms: number, timezone: string, move: (day: LocalDay) => LocalDay): number {
  const wall = wallOf(time_ms, timezone)
  const { year, month, day } = move(dayAt(time_ms, timezone))
  return instantOf(Date.UTC(year, month - 1, day) + (wall % DAY_MS), timezone)
}

const LENGTHS = {
  realtime: { days: 1 },
  today: { days: 1 },
  yesterday: { days: 1 },
  '7d': { days: 7 },
  '30d': { days: 30 },
  month: { months: 1 },
  last_month: { months: 1 },
  '12mo': { months: 12 },
  all: { months: 12 },
} as const

function lengthOf({ period, from, to }: ComparisonQuery): { days?: number; months?: number } {
  return period === 'custom' ? { days: countDays(readDay(from ?? ''), readDay(to ?? '')) } : LENGTHS[period]
}

/**
 * What a period is compared with: as many days, or months, just before it, the same days of the year before, or days of the
 * caller's choice. The first two end at the same time of day, so that a day that has just begun is not compared with a whole
 * one. Undefined when there is nothing to compare with.
 */
export function findComparison(
  request: ComparisonQuery,
  { from_ms, to_ms }: Span,
  { timezone, now_ms }: { timezone: string; now_ms: number },
): Span | undefined {
  const { compare, compare_from, compare_to, period } = request
  if (compare === 'custom')
    return spanOfDays({ names: ['compare_from', 'compare_to'], from: compare_from, to: compare_to }, timezone, now_ms)
  for (const name of ['compare_from', 'compare_to'] as const)
    if (request[name] !== undefined) throw invalid(name, 'invalid_value', `${name} is for compare=custom.`)
  if (compare === 'none' || (compare === 'previous' && period === 'all')) return undefined
  if (compare === 'previous' && period === 'realtime') return { from_ms: from_ms - REALTIME_MS, to_ms: from_ms }
  const { days = 0, months = 0 } = compare === 'year' ? { months: 12 } : lengthOf(request)
  const move = (day: LocalDay): LocalDay => addDays(addMonths(day, -months), -days)
  const from = moveDay(from_ms, timezone, move)
  // February is compared with the whole of January, not with its first 28 days.
  if (period === 'last_month') return { from_ms: from, to_ms: startOfDay(move(dayAt(to_ms, timezone)), timezone) }
  return { from_ms: from, to_ms: Math.max(from + 1, moveDay(to_ms - 1, timezone, move) + 1) }
}
