import { wallOf } from '@sitewatch/contract/zone'
import { LOCALES } from '@sitewatch/contract/language'
import { perLanguage } from './language.ts'

/** The current month in a time zone, such as 2026-10. */
export const currentMonth = (now_ms: number, timezone: string): string =>
  new Date(wallOf(now_ms, timezone)).toISOString().slice(0, 7)

/** `count` months up to `last`, newest first. */
export function listMonths(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

const months = perLanguage(
  (language) => new Intl.DateTimeFormat(LOCALES[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

/** "October 2026" */
export const formatMonth = (month: string): string => months().format(Date.parse(`${month}-01T00:00:00Z`))

const targets = perLanguage((language) => new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 3 }))

/** Not truncated, unlike uptime. */
export const formatTarget = (target: number): string => `${targets().format(target)}\u00a0%`
