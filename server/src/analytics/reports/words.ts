import { countOf, formatChange, formatCount, formatDuration, formatPercent, pointsOf } from '@sitewatch/contract/format'
import { oneLine } from '../../platform/one-line.ts'
import type { ReportFacts, ReportFigures } from './facts.ts'
import type { ReportPeriod } from './period.ts'

const dayFormat = (options: Intl.DateTimeFormatOptions): ((day: string) => string) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return (day) => format.format(Date.parse(`${day}T00:00:00Z`))
}
const longDay = dayFormat({ day: 'numeric', month: 'long' })
const wholeDay = dayFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const wholeMonth = dayFormat({ month: 'long', year: 'numeric' })
export const shortDay = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' })

/** "February 2026", "2–8 February 2026", "26 January – 1 February 2026". */
export function describePeriod({ kind, first, last }: ReportPeriod): string {
  if (kind === 'monthly') return wholeMonth(first)
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))}–${wholeDay(last)}`
  return `${first.slice(0, 4) === last.slice(0, 4) ? longDay(first) : wholeDay(first)} – ${wholeDay(last)}`
}

const times = new Map<string, Intl.DateTimeFormat>()

/** "Tue 3 Feb, 10:12" in the time zone of the website. */
export function formatTime(iso: string, timezone: string): string {
  let format = times.get(timezone)
  if (!format) {
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    format = new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...clock,
      timeZone: timezone,
    })
    times.set(timezone, format)
  }
  return format.format(Date.parse(iso))
}

export interface Figure {
  label: string
  value: string
  /** Compared with the period before. */
  change: string
}

function compare(now: number | null, before: number | null, format: (value: number | null) => string): string {
  if (before === null) return 'no previous data'
  const change = formatChange(now, before)
  return change === undefined ? `${format(before)} before` : `${change}, ${format(before)} before`
}

function comparePoints(now: number | null, before: number | null): string {
  if (before === null) return 'no previous data'
  if (now === null) return `${formatPercent(before)} before`
  const points = pointsOf(now, before)
  const sign = points === 0 ? '±' : points > 0 ? '+' : '−'
  return `${sign}${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}, ${formatPercent(before)} before`
}

export function composeFigures({ figures, before }: { figures: ReportFigures; before: ReportFigures }): Figure[] {
  const count = (value: number | null): string => formatCount(value ?? 0)
  return [
    {
      label: 'Visitors',
      value: count(figures.visitors),
      change: compare(figures.visitors, before.visitors, count),
    },
    { label: 'Views', value: count(figures.pageviews), change: compare(figures.pageviews, before.pageviews, count) },
    {
      label: 'Bounce rate',
      value: formatPercent(figures.bounce_percent),
      change: comparePoints(figures.bounce_percent, before.bounce_percent),
    },
    {
      label: 'Visit duration',
      value: formatDuration(figures.visit_seconds),
      change: compare(figures.visit_seconds, before.visit_seconds, formatDuration),
    },
  ]
}

const MAX_NAME_LENGTH = 80
/** Characters that change the direction of the text after them. */
const DIRECTION_CHARACTERS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/** Plain paths stay as they are: no mail client turns one into a link. */
const PLAIN_PATH = /^\/(?!\/)[\w\-./%~]*$/
const JOINER = '\u2060'

/**
 * A name that visitors chose (a path, a referrer) as harmless text: one line, in its own direction, not too long, and with an
 * invisible character where mail clients would recognise a URL and turn it into a link.
 */
export function quoteName(text: string): string {
  const characters = [...oneLine(text.toWellFormed()).replaceAll(DIRECTION_CHARACTERS, '')]
  if (characters.length === 0) return '(unreadable)'
  const short =
    characters.length <= MAX_NAME_LENGTH ? characters.join('') : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`
  return PLAIN_PATH.test(short) ? short : short.replaceAll(/([.:@])(?=\S)/g, `$1${JOINER}`)
}

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

export function nameCountry(code: string): string {
  if (code === '') return 'Unknown'
  return /^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : quoteName(code)
}

export const nameSource = (source: string): string => (source === '' ? 'Direct' : quoteName(source))
export const namePage = (path: string): string => (path === '' ? 'Unknown' : quoteName(path))

export function composeSubject({ website, period, figures, before }: ReportFacts): string {
  const change = formatChange(figures.visitors, before.visitors)
  const visitors = countOf(figures.visitors, 'visitor')
  return `${website.domain}, ${describePeriod(period)}: ${visitors}${change === undefined ? '' : ` (${change})`}`
}

export function describeUptime(monitor: { downtime_seconds: number; incidents: number }): string {
  if (monitor.incidents === 0) return 'no incidents'
  const count = countOf(monitor.incidents, 'incident')
  return monitor.downtime_seconds === 0 ? count : `${count}, ${formatDuration(monitor.downtime_seconds)} down`
}

type Incident = NonNullable<ReportFacts['uptime']>['incidents'][number]

/** "Tue 3 Feb, 10:12, for 12 min" */
export function describeWhen({ started_at, resolved_at, duration_seconds }: Incident, timezone: string): string {
  const since = formatTime(started_at, timezone)
  return resolved_at === null ? `${since}, ongoing` : `${since}, for ${formatDuration(duration_seconds)}`
}
