import { z } from 'zod'
import { Tags } from '../core/fields.ts'
import { NewWeeklyRange, Timezone, WeeklyRange } from './weekly-hours.ts'

const Ranges = z.array(NewWeeklyRange).min(1).max(20).meta({ description: 'When it is quiet. Not the whole week' })

/** As returned: every field is present. */
export const QuietHours = z
  .strictObject({
    timezone: z.string(),
    ranges: z.array(WeeklyRange),
    break_through: z.strictObject({
      escalations: z.boolean().meta({ description: 'Messages of an escalation policy are sent at once' }),
      tags: z
        .array(z.string())
        .meta({ description: 'Messages about monitors with one of these tags are sent at once' }),
    }),
  })
  .meta({ id: 'QuietHours' })
export type QuietHours = z.infer<typeof QuietHours>

export const NewQuietHours = z
  .strictObject({
    timezone: Timezone,
    ranges: Ranges,
    break_through: z
      .strictObject({ escalations: z.boolean().default(true), tags: Tags.default([]) })
      .default({ escalations: true, tags: [] })
      .meta({ description: 'What is sent at once all the same. Default: messages of an escalation policy' }),
  })
  .meta({ id: 'NewQuietHours' })
export type NewQuietHours = z.output<typeof NewQuietHours>
