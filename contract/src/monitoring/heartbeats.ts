import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from '../core/fields.ts'
import { list, route } from '../core/route.ts'

export const PING_KINDS = ['success', 'start', 'fail'] as const
/** Stored size of the body of a ping; the rest is cut off. */
export const MAX_PING_BODY_BYTES = 10 * 1024
/** Number of pings that are kept for a monitor. */
export const MAX_PINGS = 50

export const Ping = z
  .strictObject({
    object: z.literal('ping'),
    id: Id.meta({ description: 'Number of the ping of this monitor, starting at 1' }),
    monitor_id: Id,
    kind: z.enum(PING_KINDS),
    exit_status: z.int().nullable().meta({ description: 'Exit status of the job, if the ping named it' }),
    run_id: z.string().nullable().meta({ description: 'From ?rid=, which tells overlapping runs apart' }),
    run_ms: z
      .number()
      .nullable()
      .meta({ description: 'Time since the start ping of the same run; null without a start ping' }),
    body: z.string().nullable().meta({ description: 'Up to 10 KiB of what the job sent' }),
    received_at: Timestamp,
  })
  .meta({ id: 'Ping' })
export type Ping = z.infer<typeof Ping>

export const heartbeatRoutes = {
  pings: route({
    id: 'monitors.pings',
    method: 'GET',
    path: '/api/monitors/:id/pings',
    summary: 'The last 50 pings of a heartbeat monitor, newest first',
    scope: 'monitors:read',
    role: 'guest',
    limitedKeys: true,
    query: pagedQuery({}),
    returns: list(Ping),
    problems: ['not_found'],
  }),
} as const
