import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from './fields.ts'
import { list, listWith, one, route } from './route.ts'

export const WINDOWS = ['24h', '30d', '6mo', '1y'] as const
export const CAUSE_KINDS = ['dns', 'connect', 'tls', 'timeout', 'http_status', 'keyword', 'icmp'] as const

const Count = z.int().min(0)

export const Impact = z.strictObject({
  visitors_expected: Count.meta({ description: 'The median of the same hours of the weeks before' }),
  visitors_seen: Count,
  visitors_lost: Count,
  basis: z
    .enum(['2 weeks', '3 weeks', '4 weeks'])
    .meta({ description: 'How many weeks before had traffic to compare with' }),
  traffic_check: z
    .strictObject({
      visitors_last_5_min: Count.meta({ description: 'Who opened a page in the first five minutes of the outage' }),
      usual: Count,
      verdict: z.enum(['traffic_normal', 'traffic_gone', 'inconclusive']).meta({
        description:
          'traffic_normal: visitors came all the same, so it may be down only for us. traffic_gone: they stayed away too. inconclusive: too few usually come to tell, or it is in between',
      }),
    })
    .nullable()
    .meta({ description: 'What traffic says about the outage. Null before it has lasted five minutes' }),
})
export type Impact = z.infer<typeof Impact>

export const Incident = z.strictObject({
  object: z.literal('incident'),
  id: Id,
  monitor_id: Id,
  status: z.enum(['open', 'acknowledged', 'resolved']),
  cause: z.strictObject({
    kind: z.enum(CAUSE_KINDS),
    http_status: z.int().nullable(),
    message: z.string(),
  }),
  resolution: z.enum(['recovered', 'paused', 'changed', 'deleted']).nullable(),
  started_at: Timestamp.meta({ description: 'The first failed check, not the moment we were sure' }),
  confirmed_at: Timestamp,
  acknowledged_at: Timestamp.nullable(),
  resolved_at: Timestamp.nullable(),
  duration_seconds: z.int(),
  impact: Impact.nullable().meta({
    description:
      'What it cost in visitors, for a monitor that belongs to a website. Null: not known yet, or too little traffic to say',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Incident = z.infer<typeof Incident>

const WindowMeta = {
  window: z.enum(WINDOWS),
  window_start: Timestamp,
  window_end: Timestamp,
  downtime_seconds: z.int(),
  unknown_seconds: z.int(),
  uptime_percent: z.number().min(0).max(100).nullable(),
}

export const Evidence = z.strictObject({
  object: z.literal('evidence'),
  incident_id: Id,
  status: z.int().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z
    .string()
    .nullable()
    .meta({ description: 'The first 300 characters, without what the monitor sends as secret' }),
})
export type Evidence = z.infer<typeof Evidence>

const Span = z.strictObject({ from: Timestamp, to: Timestamp })

export const UptimeRecord = z.strictObject({
  object: z.literal('uptime'),
  monitor_id: Id,
  ...WindowMeta,
  down: z.array(Span).meta({ description: 'Oldest first; never overlapping each other or what was not observed' }),
  unobserved: z.array(Span).meta({ description: 'Before it was created, while paused, or when we could not check' }),
})
export type UptimeRecord = z.infer<typeof UptimeRecord>

export const incidentRoutes = {
  ofMonitor: route({
    id: 'monitors.incidents',
    method: 'GET',
    path: '/api/monitors/:id/incidents',
    summary: 'Incidents of a monitor that overlap the window, newest first, with its uptime',
    scope: 'monitors:read',
    query: pagedQuery({ window: z.enum(WINDOWS).default('24h') }),
    returns: listWith(Incident, WindowMeta),
    problems: ['not_found'],
  }),
  uptime: route({
    id: 'monitors.uptime',
    method: 'GET',
    path: '/api/monitors/:id/uptime',
    summary: 'When a monitor was down and when nobody could tell, over a window',
    scope: 'monitors:read',
    query: z.strictObject({ window: z.enum(WINDOWS).default('24h') }),
    returns: one(UptimeRecord),
    problems: ['not_found'],
  }),
  list: route({
    id: 'incidents.list',
    method: 'GET',
    path: '/api/incidents',
    summary: 'All incidents, newest first',
    scope: 'monitors:read',
    query: pagedQuery({
      status: z.enum(['open', 'acknowledged', 'resolved']).optional(),
      monitor_id: Id.optional(),
    }),
    returns: list(Incident),
    problems: [],
  }),
  show: route({
    id: 'incidents.show',
    method: 'GET',
    path: '/api/incidents/:id',
    summary: 'Show an incident',
    scope: 'monitors:read',
    returns: one(Incident),
    problems: ['not_found'],
  }),
  evidence: route({
    id: 'incidents.evidence',
    method: 'GET',
    path: '/api/incidents/:id/evidence',
    summary: 'What the target answered when it failed, as far as it answered',
    scope: 'monitors:read',
    returns: one(Evidence),
    problems: ['not_found'],
  }),
  acknowledge: route({
    id: 'incidents.acknowledge',
    method: 'POST',
    path: '/api/incidents/:id/acknowledge',
    summary: 'Say that somebody is on it: reminders stop',
    scope: 'monitors:write',
    returns: one(Incident),
    problems: ['not_found'],
  }),
} as const
