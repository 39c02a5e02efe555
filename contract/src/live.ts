import { z } from 'zod'
import { Id } from './core/fields.ts'
import { one, route } from './core/route.ts'

export const LIVE_TOPICS = [
  'website',
  'monitor',
  'incident',
  'provider',
  'assignment',
  'assignment_rule',
  'delivery',
  'maintenance_window',
  'goal',
  'annotation',
  'deploy',
  'objective',
  'status_page',
  'escalation_policy',
  'on_call_schedule',
] as const

/** Data of `event: change`. It does not contain the record: clients that may read it request it. */
export const LiveChange = z.strictObject({ topic: z.enum(LIVE_TOPICS), id: Id })
export type LiveChange = z.infer<typeof LiveChange>

export const Live = z
  .strictObject({
    object: z.literal('live'),
    topics: z.array(z.enum(LIVE_TOPICS)),
  })
  .meta({ id: 'Live' })

export const liveRoutes = {
  show: route({
    id: 'live.show',
    method: 'GET',
    path: '/api/live',
    summary:
      'Stream changes (Accept: text/event-stream): "ready", then a "change" for each record that changes, and "resync" when changes may have been missed',
    scope: ['monitors:read', 'websites:read', 'stats:read'],
    role: 'guest',
    limitedKeys: true,
    returns: one(Live),
    alsoAnswers: ['text/event-stream'],
    problems: [],
  }),
} as const
