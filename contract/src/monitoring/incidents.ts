import { z } from 'zod'
import { After, Id, Moment, pagedQuery, TagName, Timestamp } from '../core/fields.ts'
import { impactCost } from './impact-cost.ts'
import { list, listWith, one, route } from '../core/route.ts'

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
  'snippet_missing',
  'blocked_by_csp',
  'page_error',
  'redirects_elsewhere',
  'dns_changed',
  'collector_unreachable',
  'unknown',
] as const

export const IMPACT_BASES = [
  '2 weeks',
  '3 weeks',
  '4 weeks',
  '5 weeks',
  '6 weeks',
  '7 weeks',
  '8 weeks',
  '9 weeks',
  '10 weeks',
  '11 weeks',
  '12 weeks',
] as const

const Count = z.int().min(0)

export const Impact = z
  .strictObject({
    visitors_expected: Count.meta({
      description: 'Visits that usually begin at these hours of the week, with the trend of the last weeks',
    }),
    visitors_seen: Count.meta({ description: 'Visits that began' }),
    visitors_lost: Count.meta({ description: 'The difference, an estimate' }),
    visitors_lost_low: Count.nullable().meta({
      description:
        'The estimate lies between low and high in nine of ten cases. Null for incidents of earlier releases',
    }),
    visitors_lost_high: Count.nullable().meta({ description: 'See `visitors_lost_low`' }),
    basis: z.enum(IMPACT_BASES).meta({ description: 'Weeks of traffic that the estimate is based on' }),
    traffic_check: z
      .strictObject({
        visitors_last_5_min: Count.meta({
          description: 'Visits that began in the first five minutes of the outage',
        }),
        usual: Count,
        verdict: z.enum(['traffic_normal', 'traffic_gone', 'inconclusive']).meta({
          description:
            'traffic_normal: visitors still came, so it may only be unreachable from Sitewatch. traffic_gone: visits stopped, too. inconclusive: too little traffic to tell, or a partial drop',
        }),
      })
      .nullable()
      .meta({ description: 'Whether website traffic confirms the outage. Null during its first five minutes' }),
    ...impactCost,
  })
  .meta({ id: 'Impact' })
export type Impact = z.infer<typeof Impact>

export const INCIDENT_KINDS = ['check', 'traffic'] as const

export const JudgedTraffic = z
  .strictObject({
    from: Timestamp,
    to: Timestamp,
    visits_expected: z.number().min(0).meta({ description: 'Visits that usually begin in this time' }),
    visits_low: z.number().min(0).meta({ description: 'Lower end of the range that is normal' }),
    visits_high: z.number().min(0).meta({ description: 'Upper end of the range that is normal' }),
    visits_seen: Count.meta({ description: 'Visits that began in this time' }),
  })
  .meta({ id: 'JudgedTraffic' })
export type JudgedTraffic = z.infer<typeof JudgedTraffic>

export const SecondOpinion = z
  .strictObject({
    decision: z.enum(['held', 'confirmed_sooner']).meta({
      description:
        'held: visitors kept coming, so one more failed check was required. confirmed_sooner: visits stopped as well, so one failed check less was required',
    }),
    window_seconds: z.int().min(1).meta({ description: 'The time before the decision in which visits were counted' }),
    visits: Count.meta({ description: 'Visits that began in this time' }),
    expected: Count.meta({ description: 'Visits that were expected in this time' }),
    low: Count.meta({ description: 'Lower limit of the 99 % prediction interval' }),
    high: Count.meta({ description: 'Upper limit of the 99 % prediction interval' }),
    at: Timestamp,
  })
  .meta({ id: 'SecondOpinion' })
export type SecondOpinion = z.infer<typeof SecondOpinion>

export const Incident = z
  .strictObject({
    object: z.literal('incident'),
    id: Id,
    monitor_id: Id.nullable().meta({ description: 'Null for an incident of kind traffic, which is about a website' }),
    monitor_name: z.string().nullable(),
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
    kind: z.enum(INCIDENT_KINDS).meta({
      description: 'check: a monitor is down. traffic: every check is green, but the visits of a website collapsed',
    }),
    website_id: Id.nullable().meta({ description: 'The website of the incident or of its monitor' }),
    website_domain: z.string().nullable(),
    traffic: JudgedTraffic.nullable().meta({
      description: 'What was judged when an incident of kind traffic was opened; null for kind check',
    }),
    second_opinion: SecondOpinion.nullable().meta({
      description: 'How the traffic of the website changed the confirmation of the incident. Null: it did not',
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
    limitedKeys: true,
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
    limitedKeys: true,
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
    limitedKeys: true,
    query: pagedQuery({
      after: After,
      status: z.enum(['open', 'acknowledged', 'resolved']).optional(),
      kind: z.enum(INCIDENT_KINDS).optional(),
      monitor_id: Id.optional(),
      website_id: Id.optional().meta({ description: 'Only incidents of this website and of its monitors' }),
      tag: TagName.optional().meta({
        description:
          'Only incidents of monitors that have this tag now, and of websites that have it, with all their monitors',
      }),
      search: z.string().max(200).optional().meta({
        description: 'Text contained in the name or the URL of the monitor, or in the domain of the website',
      }),
      from: Moment.optional().meta({ description: 'Only incidents that are open or were resolved after this time' }),
      to: Moment.optional().meta({ description: 'Only incidents that started before this time' }),
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
    limitedKeys: true,
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
    limitedKeys: true,
    returns: one(Evidence),
    problems: ['not_found'],
  }),
  acknowledge: route({
    id: 'incidents.acknowledge',
    method: 'POST',
    path: '/api/incidents/:id/acknowledge',
    summary: 'Acknowledge an incident: reminders and its escalation stop. The first acknowledgement stands',
    scope: 'monitors:write',
    role: 'editor',
    limitedKeys: true,
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
