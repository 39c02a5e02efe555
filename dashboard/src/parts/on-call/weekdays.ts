import type { WeeklyRange } from '@sitewatch/sdk'
import { LOCALES } from '@sitewatch/contract/language'
import { DAY_MS } from '@sitewatch/contract/durations'
import { perLanguage } from '../../platform/language.ts'

export type Weekday = WeeklyRange['weekdays'][number]

/** Monday first. */
export const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const MONDAY = Date.UTC(2024, 0, 1)

const short = perLanguage(
  (language) => new Intl.DateTimeFormat(LOCALES[language], { weekday: 'short', timeZone: 'UTC' }),
)
const long = perLanguage((language) => new Intl.DateTimeFormat(LOCALES[language], { weekday: 'long', timeZone: 'UTC' }))

const dateOf = (day: Weekday): Date => new Date(MONDAY + WEEKDAYS.indexOf(day) * DAY_MS)
export const nameWeekday = (day: Weekday): string => short().format(dateOf(day))
export const nameWeekdayLong = (day: Weekday): string => long().format(dateOf(day))

/** Consecutive days as a span: "Mon–Fri, Sun". */
export function nameWeekdays(days: readonly Weekday[]): string {
  const numbers = WEEKDAYS.flatMap((day, index) => (days.includes(day) ? [index] : []))
  const runs: [first: number, last: number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  const name = (index: number): string => nameWeekday(WEEKDAYS[index] ?? 'mon')
  return runs
    .flatMap(([first, last]) =>
      last - first > 1 ? [`${name(first)}–${name(last)}`] : first === last ? [name(first)] : [name(first), name(last)],
    )
    .join(', ')
}
