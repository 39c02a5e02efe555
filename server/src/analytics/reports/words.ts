import { type Language, LOCALES } from '@sitewatch/contract'
import { pointsOf } from '@sitewatch/contract/format'
import { oneLine } from '../../platform/one-line.ts'
import { formatChange, formatDuration, formatFigure, formatMoney, formatPercent } from '../../platform/text/format.ts'
import { currentLanguage, t } from '../../platform/text/index.ts'
import type { ReportFacts } from './facts.ts'
import type { ReportPeriod } from './period.ts'

/** Creates one value for each key, when it is first needed. */
function memoize<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>()
  return (key) => {
    const value = cache.get(key) ?? create(key)
    cache.set(key, value)
    return value
  }
}

const dayFormat = (options: Intl.DateTimeFormatOptions): ((day: string) => string) => {
  const formatIn = memoize(
    (language: Language) => new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' }),
  )
  return (day) => formatIn(currentLanguage()).format(Date.parse(`${day}T00:00:00Z`))
}
const longDay = dayFormat({ day: 'numeric', month: 'long' })
const dayWithYear = dayFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const monthWithYear = dayFormat({ month: 'long', year: 'numeric' })
export const shortDay = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' })
/** "Tue 3", where the month is known. */
export const dayOfMonth = dayFormat({ weekday: 'short', day: 'numeric' })

/** "February 2026", "2–8 February 2026", "26 January – 1 February 2026". */
export function describePeriod({ kind, first, last }: ReportPeriod): string {
  if (kind === 'monthly') return monthWithYear(first)
  if (first.slice(0, 7) === last.slice(0, 7))
    return t('{day}–{last}', { day: Number(first.slice(8)), last: dayWithYear(last) })
  return `${first.slice(0, 4) === last.slice(0, 4) ? longDay(first) : dayWithYear(first)} – ${dayWithYear(last)}`
}

const timeFormatIn = memoize((language: Language) =>
  memoize(
    (timeZone: string) =>
      new Intl.DateTimeFormat(LOCALES[language], {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }),
  ),
)

/** "Tue 3 Feb, 10:12" in the time zone of the website. */
export const formatTime = (iso: string, timezone: string): string =>
  timeFormatIn(currentLanguage())(timezone).format(Date.parse(iso))

export interface Figure {
  label: string
  value: string
  /** Compared with the period before. */
  change: string
}

function compare(now: number | null, before: number | null, format: (value: number | null) => string): string {
  if (before === null) return t('no previous data')
  const change = formatChange(now, before)
  return change === undefined
    ? t('{value} before', { value: format(before) })
    : t('{change}, {value} before', { change, value: format(before) })
}

function comparePoints(now: number | null, before: number | null): string {
  if (before === null) return t('no previous data')
  const value = formatPercent(before)
  if (now === null) return t('{value} before', { value })
  const points = pointsOf(now, before)
  const sign = points === 0 ? '±' : points > 0 ? '+' : '−'
  return t('{sign}{points, plural, one {# point} other {# points}}, {value} before', {
    sign,
    points: Math.abs(points),
    value,
  })
}

/** A line for each currency: amounts of several are never added up. */
function composeRevenue({ now, before }: ReportFacts['revenue']): Figure[] {
  return now.map(({ currency, amount, orders }) => {
    const previous = before.find((each) => each.currency === currency)
    const money = (value: number | null): string => formatMoney(value ?? 0, currency)
    const change = compare(Number(amount), previous ? Number(previous.amount) : null, money)
    return {
      label: t('Revenue ({currency})', { currency }),
      value: formatMoney(amount, currency),
      change: t('{orders, plural, one {# order} other {# orders}}; {change}', { orders, change }),
    }
  })
}

export function composeFigures({
  figures,
  before,
  revenue,
}: Pick<ReportFacts, 'figures' | 'before' | 'revenue'>): Figure[] {
  const count = (value: number | null): string => formatFigure(value ?? 0)
  return [
    {
      label: t('Visitors'),
      value: count(figures.visitors),
      change: compare(figures.visitors, before.visitors, count),
    },
    {
      label: t('Page views'),
      value: count(figures.pageviews),
      change: compare(figures.pageviews, before.pageviews, count),
    },
    {
      label: t('Bounce rate'),
      value: formatPercent(figures.bounce_percent),
      change: comparePoints(figures.bounce_percent, before.bounce_percent),
    },
    {
      label: t('Visit duration'),
      value: formatDuration(figures.visit_seconds),
      change: compare(figures.visit_seconds, before.visit_seconds, formatDuration),
    },
    ...composeRevenue(revenue),
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
  if (characters.length === 0) return t('(unreadable)')
  const short =
    characters.length <= MAX_NAME_LENGTH ? characters.join('') : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`
  return PLAIN_PATH.test(short) ? short : short.replaceAll(/([.:@])(?=\S)/g, `$1${JOINER}`)
}

const regionsIn = memoize(
  (language: Language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }),
)

export function nameCountry(code: string): string {
  if (code === '') return t('Unknown')
  return /^[A-Z]{2}$/.test(code) ? (regionsIn(currentLanguage()).of(code) ?? code) : quoteName(code)
}

export const nameSource = (source: string): string => (source === '' ? t('Direct') : quoteName(source))
export const namePage = (path: string): string => (path === '' ? t('Unknown') : quoteName(path))

export function composeSubject({ website, period, figures, before }: ReportFacts): string {
  const change = formatChange(figures.visitors, before.visitors)
  const values = { domain: website.domain, period: describePeriod(period), count: figures.visitors }
  return change === undefined
    ? t('{domain}, {period}: {count, plural, one {# visitor} other {# visitors}}', values)
    : t('{domain}, {period}: {count, plural, one {# visitor} other {# visitors}} ({change})', { ...values, change })
}

type ExpiryDays = Pick<NonNullable<ReportFacts['uptime']>['monitors'][number], 'certificate_days' | 'domain_days'>

export function describeUptime(monitor: { downtime_seconds: number; incidents: number }): string {
  const { incidents: count, downtime_seconds } = monitor
  if (count === 0) return t('no incidents')
  if (downtime_seconds === 0) return t('{count, plural, one {# incident} other {# incidents}}', { count })
  return t('{count, plural, one {# incident} other {# incidents}}, {duration} down', {
    count,
    duration: formatDuration(downtime_seconds),
  })
}

const describeCertificate = (days: number): string =>
  days > 0
    ? t('Certificate expires in {days, plural, one {# day} other {# days}}', { days })
    : t('Certificate has expired')

const describeDomain = (days: number): string =>
  days > 0
    ? t('Domain expires in {days, plural, one {# day} other {# days}}', { days })
    : t('Domain registration has expired')

/** A line for each of certificate and domain that expires soon. */
export const describeExpiries = ({ certificate_days, domain_days }: ExpiryDays): string[] => [
  ...(certificate_days === null ? [] : [describeCertificate(certificate_days)]),
  ...(domain_days === null ? [] : [describeDomain(domain_days)]),
]

const MAX_GOALS_LOST = 3
type Incident = NonNullable<ReportFacts['uptime']>['incidents'][number]

/** The monitor, or the traffic of the website, and the cause. */
export const describeIncident = ({ monitor_name, cause }: Pick<Incident, 'monitor_name' | 'cause'>): string =>
  `${monitor_name === null ? t('Traffic') : quoteName(monitor_name)}: ${quoteName(cause)}`

/** "Tue 3 Feb, 10:12, for 12 min" */
export function describeWhen({ started_at, resolved_at, duration_seconds }: Incident, timezone: string): string {
  const time = formatTime(started_at, timezone)
  return resolved_at === null
    ? t('{time}, ongoing', { time })
    : t('{time}, for {duration}', { time, duration: formatDuration(duration_seconds) })
}

/** "lost (est.): 120 visitors, 4 × Signed up, €340.00"; empty when that is not known. */
export function describeCost({ visitors_lost, goals_lost, revenue_lost }: Incident): string {
  const parts = [
    ...(visitors_lost === null || visitors_lost === 0
      ? []
      : [t('{count, plural, one {# visitor} other {# visitors}}', { count: visitors_lost })]),
    ...goals_lost
      .filter(({ lost }) => lost > 0)
      .slice(0, MAX_GOALS_LOST)
      .map(({ name, lost }) => `${formatFigure(lost)} × ${quoteName(name)}`),
    ...revenue_lost.filter(({ lost }) => Number(lost) > 0).map(({ currency, lost }) => formatMoney(lost, currency)),
  ]
  return parts.length === 0 ? '' : t('lost (est.): {parts}', { parts: parts.join(', ') })
}

export interface ReportEvent {
  at: string
  text: string
}

/** The deploys and annotations of the period, in chronological order. */
export function listEvents({ uptime, annotations }: Pick<ReportFacts, 'uptime' | 'annotations'>): ReportEvent[] {
  const deploys = (uptime?.deploys ?? []).map(({ version, environment, deployed_at }) => ({
    at: deployed_at,
    text: t('Deploy {version} ({environment})', { version: quoteName(version), environment: quoteName(environment) }),
  }))
  const notes = annotations.map(({ happened_at, text }) => ({ at: happened_at, text: quoteName(text) }))
  return [...deploys, ...notes].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
