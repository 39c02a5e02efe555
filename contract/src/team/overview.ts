import { z } from 'zod'
import { Id, TagName, Timestamp } from '../core/fields.ts'
import { Incident } from '../monitoring/incidents.ts'
import { MonitorType } from '../monitoring/monitor-type-list.ts'
import { one, route } from '../core/route.ts'

const Count = z.int().min(0)
const Percent = z.number().min(0).max(100).nullable()
const Status = z.enum(['up', 'down', 'paused', 'pending'])

const Outages = z
  .array(z.tuple([Timestamp, Timestamp.nullable()]))
  .meta({ description: 'Downtime in the last 24 hours, oldest first: [start, end]; end null: still down' })

const Unobserved = z.array(z.tuple([Timestamp, Timestamp.nullable()])).meta({
  description:
    'Time not observed in the last 24 hours, oldest first: before the monitor was created, while it was paused, while Sitewatch could not check. End null: ongoing',
})

export const OverviewIncident = z
  .strictObject({
    ...Incident.shape,
    friendly_name: z.string().meta({ description: 'Name of the monitor; of an incident of kind traffic, the domain' }),
    url: z.string().meta({ description: 'URL of the monitor, or of the website' }),
  })
  .meta({ id: 'OverviewIncident' })
export type OverviewIncident = z.infer<typeof OverviewIncident>

export const OverviewWebsite = z
  .strictObject({
    id: Id,
    domain: z.string(),
    favorite: z.boolean(),
    tracking_id: z.string(),
    first_event_at: Timestamp.nullable(),
    tags: z.array(z.string()),
    visitors_now: Count.nullable().meta({
      description: 'Visitors in the last 5 minutes; null while statistics are unavailable',
    }),
    visitors_24h: Count.nullable(),
    hourly: z.array(Count).length(24).nullable().meta({ description: 'Visitors per hour, from `from` to `to`' }),
    monitor_ids: z.array(Id),
    status: Status.nullable().meta({
      description:
        'Combined status of its monitors: down if one is down, else the first of up, pending, paused that applies. Null: no monitor',
    }),
    alerts_nobody: z.boolean().meta({ description: 'Whether one of its active monitors has no alerts' }),
    uptime_24h: Percent.meta({ description: 'The lowest uptime of its monitors' }),
    outages: Outages,
    unobserved: Unobserved,
  })
  .meta({ id: 'OverviewWebsite' })
export type OverviewWebsite = z.infer<typeof OverviewWebsite>

export const OverviewMonitor = z
  .strictObject({
    id: Id,
    friendly_name: z.string(),
    url: z.string(),
    type: MonitorType,
    status: Status,
    is_active: z.boolean(),
    tags: z.array(z.string()),
    alerts_nobody: z.boolean().meta({ description: 'As in the monitor' }),
    last_response_ms: z.number().nullable(),
    uptime_24h: Percent,
    outages: Outages,
    unobserved: Unobserved,
  })
  .meta({ id: 'OverviewMonitor' })
export type OverviewMonitor = z.infer<typeof OverviewMonitor>

export const OverviewNotice = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('provider_failing'),
      provider_id: Id,
      name: z.string(),
      since: Timestamp.meta({ description: 'Since when deliveries to it have failed' }),
      last_error: z.string().nullable(),
    }),
    z.strictObject({
      kind: z.literal('tracking_silent'),
      website_id: Id,
      domain: z.string(),
      since: Timestamp.meta({ description: 'Time of the last event' }),
    }),
    z.strictObject({
      kind: z.literal('certificates_expiring'),
      monitors: z.array(z.strictObject({ monitor_id: Id, friendly_name: z.string(), expires_at: Timestamp })).meta({
        description:
          'Active monitors whose certificate has expired or expires within the first of their expiry_notice_days, soonest first',
      }),
    }),
    z.strictObject({
      kind: z.literal('domains_expiring'),
      domains: z.array(z.strictObject({ domain: z.string(), monitor_id: Id, expires_at: Timestamp })).meta({
        description: 'The same for the domains of active monitors; each with one of its monitors',
      }),
    }),
    z.strictObject({
      kind: z.literal('objectives_at_risk'),
      objectives: z
        .array(z.strictObject({ objective_id: Id, name: z.string(), status: z.enum(['at_risk', 'missed']) }))
        .meta({ description: 'Objectives that are missed, or will be if it goes on like this' }),
    }),
    z.strictObject({
      kind: z.literal('alerts_nobody'),
      monitor_ids: z.array(Id).meta({ description: 'Active monitors without alerts, by name' }),
    }),
  ])
  .meta({ id: 'OverviewNotice' })
export type OverviewNotice = z.infer<typeof OverviewNotice>

export const Overview = z
  .strictObject({
    object: z.literal('overview'),
    from: Timestamp.meta({ description: '24 hours before `to`: the start of `hourly`' }),
    to: Timestamp,
    monitor_counts: z
      .strictObject({
        total: Count,
        active: Count.meta({ description: 'Not paused' }),
        unchecked: Count.meta({
          description: 'Active monitors that are not being checked: Sitewatch is offline, or checks are overdue',
        }),
        alerts_nobody: Count.meta({ description: 'Active monitors that alert nobody' }),
      })
      .meta({ description: 'How many monitors there are' }),
    open_incidents: z.array(OverviewIncident).meta({ description: 'Open incidents of all monitors, newest first' }),
    recent_incidents: z
      .array(OverviewIncident)
      .meta({ description: 'Resolved in the last 7 days, at most 5, newest first' }),
    websites: z.array(OverviewWebsite).meta({ description: 'All websites, favorites first, then by domain' }),
    monitors: z
      .array(OverviewMonitor)
      .meta({ description: 'Monitors without a website, or of one that is not among `websites`, by name' }),
    notices: z
      .array(OverviewNotice)
      .meta({ description: 'What needs attention. Providers are included only with the scope providers:read' }),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

export const overviewRoutes = {
  show: route({
    id: 'overview.show',
    method: 'GET',
    path: '/api/overview',
    summary: 'Show all websites and monitors with their last 24 hours, what is down, and what needs attention',
    scope: ['monitors:read', 'websites:read', 'stats:read'],
    role: 'guest',
    limitedKeys: true,
    query: z.strictObject({
      tag: TagName.optional().meta({
        description: 'Only websites with this tag, monitors with it or of such a website, and their incidents',
      }),
    }),
    returns: one(Overview),
    problems: [],
  }),
} as const
