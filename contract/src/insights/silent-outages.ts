import { z } from 'zod'
import { Id, Moment, Timestamp } from '../core/fields.ts'
import { one, route } from '../core/route.ts'

const Visits = z.number().min(0)

export const TRAFFIC_ALERT_STATES = ['on', 'off', 'not_enough_data', 'too_little_traffic'] as const

export const ExpectedTraffic = z
  .strictObject({
    object: z.literal('expected_traffic'),
    website_id: Id,
    from: Timestamp,
    to: Timestamp,
    alerts: z.enum(TRAFFIC_ALERT_STATES).meta({
      description:
        'Whether a drop opens an incident. on: yes. off: traffic_alerts of the website is false. not_enough_data: there is no history to compare with yet. too_little_traffic: a drop could not be told from chance',
    }),
    alerts_reason: z.string().nullable().meta({ description: 'Why it is not on, and what to do; null when it is on' }),
    hours: z
      .array(
        z.strictObject({
          start: Timestamp,
          visits_expected: Visits.nullable().meta({ description: 'Null: not enough data' }),
          visits_low: Visits.nullable().meta({ description: 'With 90 % probability, not fewer visits' }),
          visits_high: Visits.nullable().meta({ description: 'With 90 % probability, not more visits' }),
          visits_seen: z.int().min(0).nullable().meta({
            description: 'Visits that began in this hour, so far for the current one. Null for hours to come',
          }),
        }),
      )
      .meta({ description: 'One entry per hour, oldest first' }),
  })
  .meta({ id: 'ExpectedTraffic' })
export type ExpectedTraffic = z.infer<typeof ExpectedTraffic>

export const MAX_EXPECTED_HOURS = 14 * 24

export const silentOutageRoutes = {
  expected: route({
    id: 'websites.expectedTraffic',
    method: 'GET',
    path: '/api/v1/websites/:id/expected-traffic',
    summary: 'Show the visits that a website can expect by hour, with the range that is normal, beside those that came',
    scope: 'stats:read',
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({
      from: Moment.optional().meta({ description: 'Default: 48 hours before `to`. Rounded down to the hour' }),
      to: Moment.optional().meta({ description: 'Default: now. At most 14 days after `from`' }),
    }),
    example: { from: '2026-11-15T00:00:00Z', to: '2026-11-16T00:00:00Z' },
    returns: one(ExpectedTraffic),
    problems: ['not_found', 'unavailable'],
  }),
} as const
