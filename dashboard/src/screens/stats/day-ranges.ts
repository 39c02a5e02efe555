import { DAY_MS } from '@sitewatch/contract/durations'
import type { Period } from '../../data/stats/periods.ts'

/** Days in the format of the API, both inclusive. */
export interface DayRange {
  from: string
  to: string
}

export interface PeriodChoice {
  period: Period
  from?: string | undefined
  to?: string | undefined
}

const writeDay = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)
const addDays = (day: string, days: number): string => writeDay(Date.parse(day) + days * DAY_MS)
const countDays = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** The full months from `first` to `last`, relative to the month of `day`. */
function monthsFrom(day: string, first: number, last: number): DayRange {
  const at = new Date(day)
  const start = (months: number): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)
  return { from: writeDay(start(first)), to: writeDay(start(last + 1) - DAY_MS) }
}

const NAMED_PERIODS: Partial<Record<Period, (today: string) => DayRange>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  '7d': (today) => ({ from: addDays(today, -6), to: today }),
  '30d': (today) => ({ from: addDays(today, -29), to: today }),
  month: (today) => monthsFrom(today, 0, 0),
  last_month: (today) => monthsFrom(today, -1, -1),
  '12mo': (today) => monthsFrom(today, -11, 0),
}

/** The days of a period. The current month is included in full. Undefined for realtime and all time. */
export function daysOf({ period, from, to }: PeriodChoice, today: string): DayRange | undefined {
  if (period === 'custom') return from !== undefined && to !== undefined ? { from, to } : undefined
  return NAMED_PERIODS[period]?.(today)
}

/** The number of calendar months, or 0 if the range is not made of full months. */
function countMonths(range: DayRange): number {
  const [first, last] = [new Date(range.from), new Date(range.to)]
  const months = 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth() + 1
  const { from, to } = monthsFrom(range.from, 0, months - 1)
  return from === range.from && to === range.to ? months : 0
}

/** Shifts a range by its own length: full months by the calendar, everything else by days. */
export function shiftDays(range: DayRange, steps: number): DayRange {
  const months = countMonths(range)
  if (months > 0) return monthsFrom(range.from, steps * months, steps * months + months - 1)
  const days = steps * countDays(range)
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}

/** The named period with these days, or else a custom one. */
function choosePeriod(range: DayRange, today: string): PeriodChoice {
  const isSame = (period: Period): boolean => {
    const named = NAMED_PERIODS[period]?.(today)
    return named?.from === range.from && named.to === range.to
  }
  const period = (Object.keys(NAMED_PERIODS) as Period[]).find(isSame)
  return period === undefined ? { period: 'custom', ...range } : { period }
}

/** The previous or next period. Undefined if there is none, or if it has not begun. */
export function stepPeriod(choice: PeriodChoice, steps: 1 | -1, today: string): PeriodChoice | undefined {
  const range = daysOf(choice, today)
  if (!range) return undefined
  const shifted = shiftDays(range, steps)
  return shifted.from > today ? undefined : choosePeriod(shifted, today)
}
