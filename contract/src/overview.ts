import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'
import { Incident } from './incidents.ts'
import { MonitorType } from './monitors.ts'
import { one, route } from './route.ts'

const Count = z.int().min(0)
const Percent = z.number().min(0).max(100).nullable()
const Status = z.enum(['up', 'down', 'paused', 'pending'])

const Outages = z
  .array(z.tuple([Timestamp, Timestamp.nullable()]))
  .meta({ description: 'When it was down in the last 24 hours, oldest first: [start, end]; end null: it still is' })

const Unobserved = z.array(z.tuple([Timestamp, Timestamp.nullable()])).meta({
  description:
    'When nobody looked in the last 24 hours, oldest first: before it existed, while it was paused, while we could not check. End null: it goes on',
})

export const OverviewIncident = z.strictObject({
  ...Incident.shape,
  friendly_name: z.string().meta({ description: 'Of the monitor' }),
  url: z.string().meta({ description: 'Of the monitor' }),
  website_id: Id.nullable(),
})
export type OverviewIncident = z.infer<typeof OverviewIncident>

export const OverviewWebsite = z.strictObject({
  id: Id,
  domain: z.string(),
  favorite: z.boolean(),
  tracking_id: z.string(),
  first_event_at: Timestamp.nullable(),
  visitors_now: Count.nullable().meta({ description: 'Of the last 5 minutes; null while the figures cannot be read' }),
  visitors_24h: Count.nullable(),
  hourly: z.array(Count).length(24).nullable().meta({ description: 'Visitors by the hour, from `from` to `to`' }),
  monitor_ids: z.array(Id),
  status: Status.nullable().meta({
    description: 'Of its monitors: down when one is; else up, pending, paused, whichever one is first. Null: none',
  }),
  alerts_nobody: z.boolean().meta({ description: 'An active monitor of it alerts nobody' }),
  uptime_24h: Percent.meta({ description: 'The lowest of its monitors' }),
  outages: Outages,
  unobserved: Unobserved,
})
export type OverviewWebsite = z.infer<typeof OverviewWebsite>

export const OverviewMonitor = z.strictObject({
  id: Id,
  friendly_name: z.string(),
  url: z.string(),
  type: MonitorType,
  status: Status,
  is_active: z.boolean(),
  alerts_nobody: z.boolean().meta({ description: 'As in the monitor' }),
  last_response_ms: z.number().nullable(),
  uptime_24h: Percent,
  outages: Outages,
  unobserved: Unobserved,
})
export type OverviewMonitor = z.infer<typeof OverviewMonitor>

export const OverviewNotice = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('provider_failing'),
    provider_id: Id,
    name: z.string(),
    since: Timestamp.meta({ description: 'Since when messages to it fail' }),
    last_error: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('tracking_silent'),
    website_id: Id,
    domain: z.string(),
    since: Timestamp.meta({ description: 'The last event' }),
  }),
  z.strictObject({
    kind: z.literal('alerts_nobody'),
    monitor_ids: z.array(Id).meta({ description: 'Active monitors that alert nobody, by name' }),
  }),
])
export type OverviewNotice = z.infer<typeof OverviewNotice>

export const Overview = z.strictObject({
  object: z.literal('overview'),
  from: Timestamp.meta({ description: '24 hours before `to`: where `hourly` begins' }),
  to: Timestamp,
  monitor_counts: z
    .strictObject({
      total: Count,
      active: Count.meta({ description: 'Not paused' }),
      unchecked: Count.meta({
        description: 'Active, but not being checked now: our own connection test fails, or checks are overdue',
      }),
    })
    .meta({ description: 'Of all monitors, with a website or without' }),
  open_incidents: z.array(OverviewIncident).meta({ description: 'Newest first' }),
  websites: z.array(OverviewWebsite).meta({ description: 'All, favourites first, then by domain' }),
  monitors: z.array(OverviewMonitor).meta({ description: 'Those without a website, by name' }),
  notices: z
    .array(OverviewNotice)
    .meta({ description: 'What needs a look. Of providers only for a caller who may read them' }),
})
export type Overview = z.infer<typeof Overview>

export const overviewRoutes = {
  show: route({
    id: 'overview.show',
    method: 'GET',
    path: '/api/overview',
    summary: 'All websites and monitors with their last 24 hours, what is down, and what needs a look',
    scope: ['monitors:read', 'websites:read', 'stats:read'],
    returns: one(Overview),
    problems: [],
  }),
} as const
