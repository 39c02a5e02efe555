import { DAY_MS } from '@sitewatch/contract/durations'
import { invalid } from '../../http/problem.ts'
import { readTimezone } from '../../platform/time/timezone-name.ts'
import { findLastPeriod, findPeriodSpan, periodFrom } from '../../analytics/reports/index.ts'

/** Whole days in a time zone, YYYY-MM-DD; the last one is included. */
export interface ReportDays {
  first: string
  last: string
}

export interface PeriodQuery {
  month?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const MAX_DAYS = 366

/** Returns the name in the spelling of IANA. */
export function checkTimezone(name: string): string {
  const timezone = readTimezone(name)
  if (timezone !== null) return timezone
  throw invalid('timezone', 'invalid_value', 'timezone must be an IANA name, such as Europe/Paris.')
}

export const monthDays = (month: string): ReportDays => periodFrom('monthly', `${month.slice(0, 7)}-01`)

function readRange({ month, from, to }: PeriodQuery): ReportDays | null {
  if (from === undefined && to === undefined) return month === undefined ? null : monthDays(month)
  if (month !== undefined) throw invalid('month', 'not_allowed', 'month cannot be combined with from and to.')
  if (from === undefined) throw invalid('from', 'required', 'from is required with to.')
  if (to === undefined) throw invalid('to', 'required', 'to is required with from.')
  if (to < from) throw invalid('to', 'too_small', 'to must not be before from.')
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS)
    throw invalid('to', 'too_big', `The period must have at most ${MAX_DAYS} days.`)
  return { first: from, last: to }
}

/** Without month and days: the last month that has ended. */
export function choosePeriod(query: PeriodQuery, timezone: string, now_ms: number): ReportDays {
  const days = readRange(query) ?? findLastPeriod('monthly', timezone, now_ms)
  if (findPeriodSpan(days, timezone).from_ms < now_ms) return days
  const field = query.month === undefined ? 'from' : 'month'
  throw invalid(field, 'too_big', `${field} must not be in the future.`)
}
