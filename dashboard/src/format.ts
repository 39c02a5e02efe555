const NBSP = '\u00a0'
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `1,234`; from 100,000 on shortened: `123.4K`. */
export const formatCount = (count: number): string => (Math.abs(count) < 100_000 ? whole : short).format(count)

/** A percentage that never rounds up to 100: 99.996 is 99.99, for an outage must not vanish. */
export function formatPercent(percent: number | null, digits = 2): string {
  if (percent === null) return '–'
  const factor = 10 ** digits
  const cut = percent < 100 ? Math.floor(percent * factor + 1e-9) / factor : percent
  return `${cut === 100 || cut === 0 ? cut : cut.toFixed(digits)}${NBSP}%`
}

export function formatMs(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 1000) return `${Math.round(ms)}${NBSP}ms`
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)}${NBSP}s`
}

const UNITS: readonly [size_seconds: number, name: string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/** The two largest units: `2 d 4 h`, `3 min 20 s`, `12 s`. */
export function formatDuration(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds))
  const parts: string[] = []
  for (const [size, name] of UNITS) {
    const count = Math.floor(rest / size)
    if (count === 0 && (parts.length > 0 || size > 1)) {
      if (parts.length > 0) break
      continue
    }
    parts.push(`${count}${NBSP}${name}`)
    rest -= count * size
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const STEPS: readonly [limit_seconds: number, size_seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [30 * 86_400, 86_400, 'day'],
  [365 * 86_400, 30 * 86_400, 'month'],
  [Infinity, 365 * 86_400, 'year'],
]

export function formatRelative(at_ms: number, now_ms: number): string {
  const seconds = (at_ms - now_ms) / 1000
  if (Math.abs(seconds) < 10) return 'now'
  for (const [limit, size, unit] of STEPS) {
    if (Math.abs(seconds) < limit) return relative.format(Math.trunc(seconds / size), unit)
  }
  return ''
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** In the reader's own time zone. */
export const formatMoment = (at: string): string => moment.format(new Date(at))
/** For what was planned: nobody plans seconds. */
export const formatMinute = (at: string): string => minute.format(new Date(at))
export const formatDay = (at: string): string => day.format(new Date(at))
