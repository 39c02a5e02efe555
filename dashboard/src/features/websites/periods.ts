export const PERIODS = ['realtime', 'today', '7d', '30d', '12mo', 'custom'] as const
export type Period = (typeof PERIODS)[number]

export const DEFAULT_PERIOD: Period = '30d'

export const PERIOD_NAMES: Record<Period, string> = {
  realtime: 'Realtime',
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '12mo': '12 months',
  custom: 'Custom range',
}

export const PERIOD_KEYS: Record<Period, string> = {
  realtime: 'r',
  today: 't',
  '7d': 'w',
  '30d': 'm',
  '12mo': 'y',
  custom: 'o',
}

export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

export const INTERVAL_NAMES: Record<Interval, string> = {
  minute: 'By minute',
  hour: 'By hour',
  day: 'By day',
  week: 'By week',
  month: 'By month',
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_POINTS = 1500

const INTERVAL_MS: Record<Interval, number> = {
  minute: 60_000,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
}

/** Those that make at least two points, and no more than the API answers. A day more for a month that is longer. */
export function listIntervals(length_ms: number): Interval[] {
  const fitting = INTERVALS.filter((interval) => {
    const points = length_ms / INTERVAL_MS[interval]
    return points >= 2 && points < MAX_POINTS - 25
  })
  return fitting.length === 0 ? ['minute'] : fitting
}

/** Which window of a monitor's history reaches back to that time. */
export function pickWindow(from_ms: number, now_ms: number): '24h' | '30d' | '6mo' | '1y' {
  const days = (now_ms - from_ms) / DAY_MS
  if (days <= 1) return '24h'
  if (days <= 30) return '30d'
  return days <= 180 ? '6mo' : '1y'
}

/** The day of an instant, as the API writes days, by the clock of that zone. */
export const dayIn = (at_ms: number, timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at_ms,
  )

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Before somebody has chosen days: this month so far would be the default's, so the month before. */
export function lastMonth(now_ms: number): { from: string; to: string } {
  const now = new Date(now_ms)
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0))
  return { from: first.toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) }
}
