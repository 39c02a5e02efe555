import { z } from 'zod'
import { Id } from '../core/fields.ts'

export const DEFAULT_UPTIME_TARGET = 99.9

/** At most three decimals, like uptime. */
export const UptimeTarget = z
  .number()
  .min(1)
  .max(100)
  .refine((target) => Math.abs(Math.round(target * 1000) - target * 1000) < 1e-6, {
    error: 'must have at most three decimals',
  })
  .meta({ description: 'Uptime target in percent, such as 99.9' })

export const OBJECTIVE_WINDOWS = [7, 28, 30, 90] as const
export const OBJECTIVE_MEASURES = ['clock', 'visitors'] as const

export const ObjectiveStatus = z.enum(['met', 'at_risk', 'missed', 'no_data'])

/** An objective in an uptime report. */
export const ReportedObjective = z
  .strictObject({
    objective_id: Id,
    name: z.string(),
    target: z.number(),
    window_days: z.literal(OBJECTIVE_WINDOWS),
    measure: z.enum(OBJECTIVE_MEASURES),
    status: ObjectiveStatus,
    current_percent: z.number().nullable(),
    budget_left_percent: z.number().nullable(),
  })
  .meta({ id: 'ReportedObjective' })
export type ReportedObjective = z.infer<typeof ReportedObjective>
