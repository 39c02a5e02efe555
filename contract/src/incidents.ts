import { z } from 'zod'
import { Id, pagedQuery, TagName, Timestamp } from './fields.ts'
import { list, listWith, one, route } from './route.ts'

export const WINDOWS = ['24h', '30d', '6mo', '1y'] as const
export const CAUSE_KINDS = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'http_status',
  'keyword',
  'icmp',
  'response',
  'dns_record',
  'assertion',
  'heartbeat_missed',
  'heartbeat_failed',
] as const

const Count = z.int().min(0)

export const Impact = z
  .strictObject({
    visitors_expected: Count.meta({ description: 'Median of the same hours in previous weeks' }),
    visitors_seen: Count,
    visitors_lost: Count,
    basis: z
      .enum(['2 weeks', '3 weeks', '4 weeks'])
      .meta({ description: 'Number of previous weeks with traffic to compare with' }),
    traffic_check: z
      .strictObject({
        visitors_last_5_min: Count.meta({
          description: 'Visitors who opened a page in the first five minutes of the outage',
        }),
        usual: Count,
        verdict: z.enum(['traffic_normal', 'traffic_gone', 'inconclusive']).meta({
          description:
            'traffic_normal: visitors still came, so it may only be unreachable from Sitewatch. traffic_gone: visits stopped, too. inconclusive: too little traffic to tell, or a partial drop',
        }),
      })
      .nullable()
      .meta({ description: 'Whether website traffic confirms the outage. Null during its first five minutes' }),
  })
  .meta({ id: 'Impact' })
export type Impact = z.infer<typeof Impact>

export const Incident = z
  .strictObject({
    object: z.literal('incident'),
    id: Id,
    monitor_id: Id,
    monitor_name: z.string(),
    status: z.enum(['open', 'acknowledged', 'resolved']),
    cause: z.strictObject({
      kind: z.enum(CAUSE_KINDS),
      http_status: z.int().nullable(),
      message: z.string(),
    }),
    resolution: z.enum(['recovered', 'paused', 'changed', 'deleted']).nullable(),
    started_at: Timestamp.meta({ description: 'Time of the first failed check, not of the confirmation' }),
    confirmed_at: Timestamp,
    acknowledged_at: Timestamp.nullable(),
    acknowledged_by: z.string().nullable().meta({ description: 'Who acknowledged it; null when nobody did' }),
    acknowledgement_note: z.string().nullable(),
    resolved_at: Timestamp.nullable(),
    duration_seconds: z.int(),
    suppressed_by_id: Id.nullable().meta({
      description: 'The monitor that this one depends on and that was down, so that nobody was alerted',
    }),
    suppressed_by_name: z.string().nullable(),
    suppressed_until: Timestamp.nullable().meta({
      description: 'When alerts were sent because the incident outlasted that of the monitor it depends on',
    }),
    impact: Impact.nullable().meta({
      description:
        'Estimated visitors affected, for a monitor with a website. Null: not known yet, or too little traffic',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Incident' })
export type Incident = z.infer<typeof Incident>

const WindowMeta = {
  window: z.enum(WINDOWS),
  window_start: Timestamp,
  window_end: Timestamp,
  downtime_seconds: z.int(),
  unknown_seconds: z.int(),
  uptime_percent: z.number().min(0).max(100).nullable(),
}

export const Evidence = z
  .strictObject({
    object: z.literal('evidence'),
    incident_id: Id,
    status: z.int().nullable(),
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable().meta({ description: 'The first 300 characters, without secret values of the monitor' }),
  })
  .meta({ id: 'Evidence' })
export type Evidence = z.infer<typeof Evidence>

const Span = z.strictObject({ from: Timestamp, to: Timestamp })

export const UptimeRecord = z
  .strictObject({
    object: z.literal('uptime'),
    monitor_id: Id,
    ...WindowMeta,
    down: z.array(Span).meta({ description: 'Oldest first; without overlaps' }),
    unobserved: z
      .array(Span)
      .meta({ description: 'Before the monitor was created, while it was paused, or while Sitewatch could not check' }),
  })
  .meta({ id: 'Uptime' })
export type UptimeRecord = z.infer<typeof UptimeRecord>

export const incidentRoutes = {
  ofMonitor: route({
    id: 'monitors.incidents',
    method: 'GET',
    path: '/api/monitors/:id/incidents',
    summary: 'List the incidents of a monitor in a time window, newest first, with its uptime',
    scope: 'monitors:read',
    role: 'guest',
    query: pagedQuery({ window: z.enum(WINDOWS).default('24h') }),
    example: { window: '30d' },
    returns: listWith(Incident, WindowMeta),
    problems: ['not_found'],
  }),
  uptime: route({
    id: 'monitors.uptime',
    method: 'GET',
    path: '/api/monitors/:id/uptime',
    summary: 'Show when a monitor was down or not observed in a time window',
    scope: 'monitors:read',
    role: 'guest',
    query: z.strictObject({ window: z.enum(WINDOWS).default('24h') }),
    returns: one(UptimeRecord),
    problems: ['not_found'],
  }),
  list: route({
    id: 'incidents.list',
    method: 'GET',
    path: '/api/incidents',
    summary: 'List incidents, newest first',
    scope: 'monitors:read',
    role: 'guest',
    query: pagedQuery({
      status: z.enum(['open', 'acknowledged', 'resolved']).optional(),
      monitor_id: Id.optional(),
      tag: TagName.optional().meta({ description: 'Only incidents of monitors that have this tag now' }),
    }),
    example: { status: 'open' },
    returns: list(Incident),
    problems: [],
  }),
  show: route({
    id: 'incidents.show',
    method: 'GET',
    path: '/api/incidents/:id',
    summary: 'Show an incident',
    scope: 'monitors:read',
    role: 'guest',
    returns: one(Incident),
    problems: ['not_found'],
  }),
  evidence: route({
    id: 'incidents.evidence',
    method: 'GET',
    path: '/api/incidents/:id/evidence',
    summary: 'Show the response of the target when the check failed, if there was one',
    scope: 'monitors:read',
    role: 'guest',
    returns: one(Evidence),
    problems: ['not_found'],
  }),
  acknowledge: route({
    id: 'incidents.acknowledge',
    method: 'POST',
    path: '/api/incidents/:id/acknowledge',
    summary: 'Acknowledge an incident: reminders stop. The first acknowledgement stands',
    scope: 'monitors:write',
    role: 'editor',
    audit: 'incident.acknowledged',
    auditFields: ['status', 'acknowledged_by', 'acknowledgement_note'],
    body: z.strictObject({
      by: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'Your name. Omitted: the e-mail address of the account, or the name of the API key' }),
      note: z.string().trim().max(500).optional().meta({ description: 'Shown with the incident' }),
    }),
    example: { by: 'Sam', note: 'Restarting the database.' },
    returns: one(Incident),
    problems: ['not_found'],
  }),
} as const
