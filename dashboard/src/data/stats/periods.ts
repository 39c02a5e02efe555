import { wallOf } from '@sitewatch/contract/zone'
import type { StatsSummaryQuery } from '@sitewatch/sdk'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'

export type Period = NonNullable<StatsSummaryQuery['period']>

export const DEFAULT_PERIOD: Period = '30d'

/** The same keyboard shortcuts as in Plausible. */
export const PERIOD_KEYS: Record<Period, string> = {
  realtime: 'r',
  today: 'd',
  yesterday: 'e',
  '7d': 'w',
  '30d': 't',
  month: 'm',
  last_month: 'p',
  '12mo': 'l',
  all: 'a',
  custom: 'c',
}

/** In the order of the list. */
export const PERIODS = Object.keys(PERIOD_KEYS) as Period[]

export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

const MAX_POINTS = 1500

const INTERVAL_MS: Record<Interval, number> = {
  minute: 60_000,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}

const countPoints = (length_ms: number, interval: Interval): number => length_ms / INTERVAL_MS[interval]

/** Whether the API returns that many points. Leaves a margin for a day of 25 hours. */
export const canList = (length_ms: number, interval: Interval): boolean =>
  countPoints(length_ms, interval) <= MAX_POINTS - 25

/** The intervals with at least two points and no more than the API returns. */
export function listIntervals(length_ms: number): Interval[] {
  const fitting = INTERVALS.filter((interval) => countPoints(length_ms, interval) >= 2 && canList(length_ms, interval))
  return fitting.length === 0 ? ['minute'] : fitting
}

/** The smallest window of a monitor's history that covers the time, or the largest one. */
export function pickWindow(from_ms: number, now_ms: number): '24h' | '30d' | '6mo' | '1y' {
  const days = (now_ms - from_ms) / DAY_MS
  if (days <= 1) return '24h'
  if (days <= 30) return '30d'
  return days <= 180 ? '6mo' : '1y'
}

/** The day of an instant in a time zone, in the format of the API. */
export const dayIn = (at_ms: number, timezone: string): string =>
  new Date(wallOf(at_ms, timezone)).toISOString().slice(0, 10)

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
