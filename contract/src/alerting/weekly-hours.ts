import { z } from 'zod'

/** Monday first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const Weekday = z.enum(WEEKDAYS)

export const LocalTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59')
  .meta({ description: 'Local time, 24 hours: HH:MM' })

export const NewWeeklyRange = z
  .strictObject({
    weekdays: z
      .array(Weekday)
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, { error: 'must not contain a weekday twice' })
      .meta({ description: 'The days on which it starts' }),
    from: LocalTime,
    to: LocalTime.meta({ description: 'Not after from: it ends on the next day. Equal: it lasts until then' }),
  })
  .meta({ id: 'NewWeeklyRange' })

export const WeeklyRange = z
  .strictObject({
    weekdays: z.array(Weekday).meta({ description: 'The days on which it starts' }),
    from: z.string(),
    to: z.string().meta({ description: 'Not after from: on the next day' }),
  })
  .meta({ id: 'WeeklyRange' })
export type WeeklyRange = z.infer<typeof WeeklyRange>

export const Timezone = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'IANA time zone name. Local times follow daylight saving time' })
