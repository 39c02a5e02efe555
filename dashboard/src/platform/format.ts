import { t } from '@lingui/core/macro'
import * as figures from '@sitewatch/contract/format'
import { LOCALES } from '@sitewatch/contract/language'
import { currentLanguage, perLanguage } from './language.ts'

/** The formats are those of the contract. Here, a number and its unit stay on one line. */
const keepTogether = (text: string): string => text.replaceAll(/(?<=\d) (?=%|ms|s|min|h|d)/g, '\u00a0')

export const formatCount = (count: number): string => figures.formatCount(count, currentLanguage())
export const formatPercent = (percent: number | null): string =>
  keepTogether(figures.formatPercent(percent, currentLanguage()))
export const formatUptime = (percent: number | null): string =>
  keepTogether(figures.formatUptime(percent, currentLanguage()))
export const formatMs = (ms: number | null): string => keepTogether(figures.formatMs(ms, currentLanguage()))
export const formatFigure = (count: number): string => figures.formatFigure(count, currentLanguage())
export const formatDuration = (seconds: number | null): string => keepTogether(figures.formatDuration(seconds))

const relative = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
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
  if (Math.abs(seconds) < 10) return t`now`
  for (const [limit, size, unit] of STEPS) {
    if (Math.abs(seconds) < limit) return relative().format(Math.trunc(seconds / size), unit)
  }
  return ''
}

const moments = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((language) => new Intl.DateTimeFormat(LOCALES[language], options))
const moment = moments({ dateStyle: 'medium', timeStyle: 'medium' })
const minute = moments({ dateStyle: 'medium', timeStyle: 'short' })
const day = moments({ dateStyle: 'medium' })

/** In the time zone of the browser. */
export const formatMoment = (at: string): string => moment().format(new Date(at))
/** For planned times, which have no seconds. */
export const formatMinute = (at: string): string => minute().format(new Date(at))
export const formatDay = (at: string): string => day().format(new Date(at))
