import type { WeeklyRange } from '@sitewatch/sdk'
import type { Keyed } from '../../ui/rows.ts'
import { nameWeekdays } from './weekdays.ts'

export type RangeDraft = WeeklyRange & Keyed

/** "Mon–Fri 22:00–07:00" */
export const describeRange = ({ weekdays, from, to }: WeeklyRange): string => `${nameWeekdays(weekdays)} ${from}–${to}`

export const makeRange = (from: string, to: string): WeeklyRange => ({
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from,
  to,
})

export const readRanges = (ranges: readonly RangeDraft[]): WeeklyRange[] =>
  ranges.map(({ weekdays, from, to }) => ({ weekdays, from, to }))
