import { z } from 'zod'
import { Timestamp } from '../core/fields.ts'
import { Filters } from './stats-filters.ts'

export const PERIODS = [
  'realtime',
  'today',
  'yesterday',
  '7d',
  '30d',
  'month',
  'last_month',
  '12mo',
  'all',
  'custom',
] as const
export const COMPARISONS = ['none', 'previous', 'year', 'custom'] as const
export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const

const Day = z.iso.date()

export const periodQuery = {
  period: z.enum(PERIODS).default('30d').meta({
    description:
      "realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website's time zone",
  }),
  from: Day.optional().meta({ description: 'First day of a custom period' }),
  to: Day.optional().meta({ description: 'Last day of a custom period, inclusive' }),
  filters: Filters.optional(),
}

export const comparisonQuery = {
  compare: z.enum(COMPARISONS).default('previous').meta({
    description:
      'previous: the previous period. year: the same period in the previous year. Both up to the same time of day. custom: the days from compare_from to compare_to. With period=all there is no previous period',
  }),
  compare_from: Day.optional().meta({ description: 'First day, only with compare=custom' }),
  compare_to: Day.optional().meta({ description: 'Last day, included, only with compare=custom' }),
}

export const interval = z
  .enum(INTERVALS)
  .optional()
  .meta({ description: 'Default depends on the period. At most 1,500 points' })

/** The period of a response. */
export const span = { period: z.enum(PERIODS), from: Timestamp, to: Timestamp, timezone: z.string() }
