import { z } from 'zod'
import { Id } from '../core/fields.ts'

/** Which policy applies to a monitor, and why. */
const ESCALATION_SOURCES = ['monitor', 'tag', 'team'] as const

export const MonitorEscalation = z
  .strictObject({
    policy_id: Id,
    policy_name: z.string(),
    source: z
      .enum(ESCALATION_SOURCES)
      .meta({ description: 'Where it is set: on the monitor, on one of its tags, or as the default of the team' }),
    tag: z.string().nullable().meta({ description: 'The tag, if source is tag' }),
  })
  .meta({ id: 'MonitorEscalation' })
