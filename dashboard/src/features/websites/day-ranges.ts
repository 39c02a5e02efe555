import type { Period } from './periods.ts'

/** Days as the API writes them, both included. */
export interface DayRange {
  from: string
  to: string
}

export interface PeriodChoice {
  period: Period
  from?: string | undefined
  to?: string | undefined
}

const DAY_MS = 86_400_000
const write = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)
const addDays = (day: string, days: number): string => write(Date.parse(day) + days * DAY_MS)
const countDays = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** The months from `first` to `last`, whole, counted from the one that the day is in. */
function monthsFrom(day: string, first: number, last: number): DayRange {
  const at = new Date(day)
  const start = (months: number): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)
  return { from: write(start(first)), to: write(start(last + 1) - DAY_MS) }
}

const NAMED: Partial<Record<Period, (today: string) => DayRange>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  '7d': (today) => ({ from: addDays(today, -6), to: today }),
  '30d': (today) => ({ from: addDays(today, -29), to: today }),
  month: (today) => monthsFrom(today, 0, 0),
  last_month: (today) => monthsFrom(today, -1, -1),
  '12mo': (today) => monthsFrom(today, -11, 0),
}

/** The days of a period; a month is whole, even while it lasts. Undefined of realtime and of all time. */
export function daysOf({ period, from, to }: PeriodChoice, today: string): DayRange | undefined {
  if (period === 'custom') return from !== undefined && to !== undefined ? { from, to } : undefined
  return NAMED[period]?.(today)
}

/** How many calendar months it is, or 0. */
function countMonths(range: DayRange): number {
  const [first, last] = [new Date(range.from), new Date(range.to)]
  const months = 12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth() + 1
  const { from, to } = monthsFrom(range.from, 0, months - 1)
  return from === range.from && to === range.to ? months : 0
}

/** As long, just before or after: months by the calendar, everything else by days. */
export function shiftDays(range: DayRange, steps: number): DayRange {
  const months = countMonths(range)
  if (months > 0) return monthsFrom(range.from, steps * months, steps * months + months - 1)
  const days = steps * countDays(range)
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}

/** The range by its name, if it has one today. */
export function choosePeriod(range: DayRange, today: string): PeriodChoice {
  const isSame = (period: Period): boolean => {
    const named = NAMED[period]?.(today)
    return named?.from === range.from && named.to === range.to
  }
  const period = (Object.keys(NAMED) as Period[]).find(isSame)
  return period === undefined ? { period: 'custom', ...range } : { period }
}

/** The period before or after the one that is shown; undefined when there is none, or it has not begun. */
export function stepPeriod(choice: PeriodChoice, steps: 1 | -1, today: string): PeriodChoice | undefined {
  const range = daysOf(choice, today)
  if (!range) return undefined
  const moved = shiftDays(range, steps)
  return moved.from > today ? undefined : choosePeriod(moved, today)
}
