import type { WINDOWS } from '@sitewatch/contract'
import { HOUR_MS } from '@sitewatch/contract/durations'

export type WindowName = (typeof WINDOWS)[number]

export type TimeWindow = { readonly start: number; readonly end: number }

/**
 * [start, end) in epoch milliseconds, ending at `end`. Days are 24 h; months and years go by the calendar, UTC: the same
 * day of an earlier month, or its last day where it has no such day (31 August − 6mo = 28 or 29 February).
 */
export function findWindow(name: WindowName, end: number): TimeWindow {
  switch (name) {
    case '24h':
      return { start: end - 24 * HOUR_MS, end }
    case '30d':
      return { start: end - 30 * 24 * HOUR_MS, end }
    case '6mo':
      return { start: subtractMonths(end, 6), end }
    default:
      return { start: subtractMonths(end, 12), end }
  }
}

function subtractMonths(time: number, months: number): number {
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}
