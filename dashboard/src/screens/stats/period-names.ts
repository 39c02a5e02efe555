import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Interval, Period } from '../../data/stats/periods.ts'

export const PERIOD_NAMES: Record<Period, MessageDescriptor> = {
  realtime: msg`Realtime`,
  today: msg`Today`,
  yesterday: msg`Yesterday`,
  '7d': msg`7 days`,
  '30d': msg`30 days`,
  month: msg`This month`,
  last_month: msg`Last month`,
  '12mo': msg`12 months`,
  all: msg`All time`,
  custom: msg`Custom range`,
}

/** For use inside a sentence. */
export const PERIOD_PHRASES: Record<Period, MessageDescriptor> = {
  realtime: msg`realtime`,
  today: msg`today`,
  yesterday: msg`yesterday`,
  '7d': msg`7 days`,
  '30d': msg`30 days`,
  month: msg`this month`,
  last_month: msg`last month`,
  '12mo': msg`12 months`,
  all: msg`all time`,
  custom: msg`custom range`,
}

export const INTERVAL_NAMES: Record<Interval, MessageDescriptor> = {
  minute: msg`Minute`,
  hour: msg`Hour`,
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
}

/** Names of the interval that is used if none is chosen. */
export const AUTOMATIC_NAMES: Record<Interval, MessageDescriptor> = {
  minute: msg`Auto (minute)`,
  hour: msg`Auto (hour)`,
  day: msg`Auto (day)`,
  week: msg`Auto (week)`,
  month: msg`Auto (month)`,
}
