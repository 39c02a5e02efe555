import { z } from 'zod'
import { Id, TagName, Timestamp } from '../core/fields.ts'
import { DEFAULT_UPTIME_TARGET, ReportedObjective, UptimeTarget } from '../insights/objective-fields.ts'
import { one, route } from '../core/route.ts'

const UptimeMonth = z
  .string()
  .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-10')
  .meta({ description: 'A calendar month in the time zone, such as 2026-10' })

export const UptimeTimezone = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'IANA time zone name. Months and days start at its midnight' })

export const uptimeScope = {
  monitor_id: Id.optional().meta({ description: 'One monitor' }),
  tag: TagName.optional().meta({ description: 'Monitors with this tag, or of a website with this tag' }),
  status_page_id: Id.optional().meta({ description: 'Monitors of this status page, including those of its websites' }),
}

type Scoped = { [Name in keyof typeof uptimeScope]?: unknown }
const countScopes = ({ monitor_id, tag, status_page_id }: Scoped): number =>
  [monitor_id, tag, status_page_id].filter((each) => each !== undefined).length
const ONE_SCOPE = { error: 'must be the only one of monitor_id, tag and status_page_id, and one is required' }

const Seconds = z.int().min(0)

const figures = {
  uptime_percent: z.number().min(0).max(100).nullable().meta({ description: 'Null if nothing was monitored' }),
  is_target_met: z.boolean().nullable(),
  monitored_seconds: Seconds.meta({ description: 'Time that counts: without maintenance and without unobserved time' }),
  downtime_seconds: Seconds,
  maintenance_seconds: Seconds.meta({ description: 'Time in maintenance windows, which does not count' }),
  unobserved_seconds: Seconds.meta({
    description:
      'Time that does not count because the monitor did not exist yet, was paused, or Sitewatch could not check or no longer has the data',
  }),
  budget_seconds: Seconds.meta({
    description: 'Downtime that the target allows. Of a period that goes on: of the whole period',
  }),
  budget_remaining_seconds: z.int().meta({ description: 'Negative if the target is missed' }),
  incident_count: z.int(),
  acknowledge_mean_seconds: Seconds.nullable().meta({
    description: 'From the confirmation of an incident to its acknowledgement. Null if none was acknowledged',
  }),
  acknowledge_median_seconds: Seconds.nullable(),
  resolve_mean_seconds: Seconds.nullable().meta({
    description: 'From the first failed check to the end of the incident. Null if none has ended',
  }),
  resolve_median_seconds: Seconds.nullable(),
}

const FIGURES = z.strictObject(figures).meta({ id: 'UptimeTotals' })
export type UptimeTotals = z.infer<typeof FIGURES>

const MonitorFigures = z.strictObject({ monitor_id: Id, name: z.string(), ...figures }).meta({ id: 'MonitorUptime' })
export type MonitorUptime = z.infer<typeof MonitorFigures>

const ReportedIncident = z
  .strictObject({
    incident_id: Id,
    monitor_id: Id,
    monitor_name: z.string(),
    cause: z.string(),
    started_at: Timestamp,
    acknowledged_at: Timestamp.nullable(),
    resolved_at: Timestamp.nullable(),
    downtime_seconds: Seconds.meta({ description: 'Downtime in this period that counts' }),
    acknowledge_seconds: Seconds.nullable(),
    resolve_seconds: Seconds.nullable(),
  })
  .meta({ id: 'ReportedIncident' })
export type ReportedIncident = z.infer<typeof ReportedIncident>

export const uptimePeriod = {
  from: Timestamp,
  to: Timestamp.meta({ description: 'End of the period, exclusive' }),
  timezone: z.string(),
}

export const UptimeFigures = z
  .strictObject({
    object: z.literal('uptime_figures'),
    monitor_id: Id.nullable(),
    tag: z.string().nullable(),
    status_page_id: Id.nullable(),
    name: z.string().meta({ description: 'Name of the monitor or status page, or the tag' }),
    ...uptimePeriod,
    is_complete: z.boolean().meta({ description: 'False if the period has not ended yet' }),
    target: z.number(),
    total: FIGURES.meta({ description: 'All monitors together, each weighted by its monitored time' }),
    monitors: z.array(MonitorFigures),
    incidents: z.array(ReportedIncident).meta({ description: 'Newest first, at most 1,000' }),
    objectives: z.array(ReportedObjective).meta({
      description: 'Objectives of these monitors and their websites as they are now, whatever the period; at most 50',
    }),
  })
  .meta({ id: 'UptimeFigures' })
export type UptimeFigures = z.infer<typeof UptimeFigures>

export const LastMonth = UptimeMonth.optional().meta({ description: 'Default: the last complete month' })

export const uptimeFigureRoutes = {
  figures: route({
    id: 'uptimeReports.figures',
    method: 'GET',
    path: '/api/uptime-report',
    summary: 'Report uptime against a target for a month or a range of days, without maintenance and unobserved time',
    scope: 'monitors:read',
    role: 'viewer',
    query: z
      .strictObject({
        ...uptimeScope,
        month: LastMonth,
        from: z.iso.date().optional().meta({ description: 'First day, with to; instead of month' }),
        to: z.iso.date().optional().meta({ description: 'Last day, included; at most 366 days' }),
        timezone: UptimeTimezone.default('UTC'),
        target: UptimeTarget.default(DEFAULT_UPTIME_TARGET),
        format: z.enum(['csv']).optional().meta({ description: 'text/csv: one table as a file' }),
        table: z
          .enum(['monitors', 'incidents'])
          .default('monitors')
          .meta({ description: 'What a file contains: a row for each monitor, or for each incident' }),
      })
      .refine((query) => countScopes(query) === 1, { ...ONE_SCOPE, path: ['monitor_id'] }),
    example: { monitor_id: 7, month: '2026-10', target: 99.9 },
    returns: one(UptimeFigures),
    alsoAnswers: ['text/csv'],
    problems: ['not_found'],
  }),
} as const
