import { DAY_MS, findBucket, HOUR_MS, type Interval, MINUTE_MS } from './time-zone.ts'

const LOCALE = 'en-GB'

const whole = new Intl.NumberFormat(LOCALE)
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export const formatCount = (value: number): string => whole.format(value)

/** Short enough for an axis: 950, 1.2k, 3M. */
export const formatShort = (value: number): string =>
  value < 1000 ? String(Number(value.toPrecision(3))) : compact.format(value).replace('K', 'k')

/** 100 only when nothing was lost: 99.999 % would otherwise read as all. */
export function formatPercent(value: number, digits = 2): string {
  const factor = 10 ** digits
  const shown = value < 100 ? Math.min(Math.floor(value * factor) / factor, 100 - 1 / factor) : 100
  return `${shown === 100 || shown === 0 ? shown : shown.toFixed(digits)} %`
}

export function formatShare(value: number): string {
  if (value > 0 && value < 0.1) return '<0.1 %'
  return `${value.toFixed(value >= 99.95 ? 0 : 1)} %`
}

export function formatMs(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`
  return ms >= 10 ? `${Math.round(ms)} ms` : `${Number(ms.toFixed(1))} ms`
}

export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / 1000))} s`
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 60) return `${minutes} min`
  if (ms < 2 * DAY_MS) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
  return `${Math.floor(ms / DAY_MS)} d ${Math.round((ms % DAY_MS) / HOUR_MS)} h`
}

type Style = 'day' | 'weekday' | 'hour' | 'month' | 'monthYear'

const STYLES: Record<Style, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  month: { month: 'short' },
  monthYear: { month: 'long', year: 'numeric' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(style: Style, at: number, zone: string): string {
  const key = `${style} ${zone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALE, { ...STYLES[style], timeZone: zone })
    formats.set(key, format)
  }
  // Some engines write "Tue, 14 Jul", and "Sept".
  return format
    .format(at)
    .replace(',', '')
    .replace(/\bSept\b/, 'Sep')
}

export const formatDay = (at: number, zone: string): string => format('day', at, zone)
export const formatHour = (at: number, zone: string): string => format('hour', at, zone)
export const formatMonth = (at: number, zone: string): string => format('month', at, zone)
export const formatMoment = (at: number, zone: string): string =>
  `${format('weekday', at, zone)} ${format('hour', at, zone)}`

/** The bucket in words: "Tue 14 Jul 14:00–15:00", "Tue 14 Jul", "13–19 Jul", "July 2026". */
export function formatBucket(start: number, interval: Interval, zone: string): string {
  const end = findBucket(start, interval, zone, 1)
  if (interval === 'month') return format('monthYear', start, zone)
  if (interval === 'day') return format('weekday', start, zone)
  if (interval === 'week') return `${formatDay(start, zone)} – ${formatDay(end - 1, zone)}`
  if (interval === 'minute') return formatMoment(start, zone)
  return `${format('weekday', start, zone)} ${formatHour(start, zone)}–${formatHour(end, zone)}`
}

/** "14 Jul 09:12 – 09:52" where both ends are on one day. */
export function formatSpan(from: number, to: number, zone: string): string {
  const sameDay = findBucket(from, 'day', zone) === findBucket(to, 'day', zone)
  return `${formatMoment(from, zone)} – ${sameDay ? formatHour(to, zone) : formatMoment(to, zone)}`
}

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
