import { z } from 'zod'
import { Id, pagedQuery, Timestamp } from './fields.ts'
import { list, listWith, one, route } from './route.ts'

export const WINDOWS = ['24h', '30d', '6mo', '1y'] as const
export const CAUSE_KINDS = ['dns', 'connect', 'tls', 'timeout', 'http_status', 'keyword', 'icmp'] as const

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
  impact: z
    .strictObject({ visitors_expected: z.int(), visitors_seen: z.int(), visitors_lost: z.int() })
    .nullable()
    .meta({ description: 'What it cost in visitors, for a monitor that belongs to a website' }),
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
