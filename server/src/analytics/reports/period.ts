import type { REPORT_PERIODS } from '@sitewatch/contract'
import {
  addDays,
  addMonths,
  dayAt,
  instantOf,
  type LocalDay,
  mondayOf,
  readDay,
  startOfDay,
} from '@sitewatch/contract/zone'

export type ReportKind = (typeof REPORT_PERIODS)[number]

/** A whole week, Monday to Sunday, or a calendar month; both days are included and written YYYY-MM-DD. */
export interface ReportPeriod {
  kind: ReportKind
  first: string
  last: string
}

const SENT_AT_HOUR = 9

const formatDay = ({ year, month, day }: LocalDay): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The start of the period that is `count` periods later. */
function moveStart(kind: ReportKind, start: LocalDay, count: number): LocalDay {
  return kind === 'weekly' ? addDays(start, 7 * count) : addMonths(start, count)
}

/** The period that begins on a day, which is a Monday or the first of a month. */
export function periodFrom(kind: ReportKind, first: string): ReportPeriod {
  return { kind, first, last: formatDay(addDays(moveStart(kind, readDay(first), 1), -1)) }
}

export function movePeriod({ kind, first }: ReportPeriod, count: number): ReportPeriod {
  return periodFrom(kind, formatDay(moveStart(kind, readDay(first), count)))
}

/** When its report is due: on the day after it, at nine in the morning in that time zone. */
export function findDueTime({ last }: Pick<ReportPeriod, 'last'>, timezone: string): number {
  const { year, month, day } = addDays(readDay(last), 1)
  return instantOf(Date.UTC(year, month - 1, day, SENT_AT_HOUR), timezone)
}

export function findPeriodSpan({ first, last }: Pick<ReportPeriod, 'first' | 'last'>, timezone: string) {
  return {
    from_ms: startOfDay(readDay(first), timezone),
    to_ms: startOfDay(addDays(readDay(last), 1), timezone),
  }
}

/** The last period that has ended. */
export function findLastPeriod(kind: ReportKind, timezone: string, now_ms: number): ReportPeriod {
  const today = dayAt(now_ms, timezone)
  const current = kind === 'weekly' ? mondayOf(today) : { ...today, day: 1 }
  return movePeriod(periodFrom(kind, formatDay(current)), -1)
}

/** The first period whose report is due after that time. */
export function findFirstDue(kind: ReportKind, timezone: string, after_ms: number): ReportPeriod {
  const last = findLastPeriod(kind, timezone, after_ms)
  return findDueTime(last, timezone) > after_ms ? last : movePeriod(last, 1)
}
