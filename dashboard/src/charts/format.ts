import type { Interval } from '@sitewatch/contract/zone'
import { LOCALES } from '@sitewatch/contract/language'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { currentLanguage } from '../platform/language.ts'
import { findBucket } from './time-zone.ts'

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
  const language = currentLanguage()
  const key = `${language} ${style} ${zone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALES[language], { ...STYLES[style], timeZone: zone })
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

/** Name of a bucket: "Tue 14 Jul 14:00–15:00", "Tue 14 Jul", "13 Jul – 19 Jul", "July 2026". */
export function formatBucket(start: number, interval: Interval, zone: string): string {
  const end = findBucket(start, interval, zone, 1)
  if (interval === 'month') return format('monthYear', start, zone)
  if (interval === 'day') return format('weekday', start, zone)
  if (interval === 'week') return `${formatDay(start, zone)} – ${formatDay(end - 1, zone)}`
  if (interval === 'minute') return formatMoment(start, zone)
  return `${format('weekday', start, zone)} ${formatHour(start, zone)}–${formatHour(end, zone)}`
}

/** "Tue 14 Jul 09:12 – 09:52" if both ends are on one day. */
export function formatSpan(from: number, to: number, zone: string): string {
  const sameDay = findBucket(from, 'day', zone) === findBucket(to, 'day', zone)
  return `${formatMoment(from, zone)} – ${sameDay ? formatHour(to, zone) : formatMoment(to, zone)}`
}

const ranges = new Map<string, Intl.DateTimeFormat>()

/** The days of a period: "18 Oct – 16 Nov 2026", "16 Nov 2026"; for less than an hour, its times. */
export function formatPeriod(from: number, to: number, zone: string): string {
  if (to - from < HOUR_MS) return `${formatHour(from, zone)} – ${formatHour(to, zone)}`
  const locale = LOCALES[currentLanguage()]
  let range = ranges.get(`${locale} ${zone}`)
  if (!range) {
    range = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone })
    ranges.set(`${locale} ${zone}`, range)
  }
  // Replaces thin spaces by normal ones, as elsewhere.
  return range
    .formatRange(from, to - 1)
    .replaceAll(/[\u2009\u202F]/g, ' ')
    .replaceAll(/\bSept\b/g, 'Sep')
}
