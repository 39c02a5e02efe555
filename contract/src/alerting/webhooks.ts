import { z } from 'zod'
import {
  BURN_EVENT,
  EVENT_MESSAGES,
  EXPIRY_EVENT,
  INCIDENT_EVENT,
  PAGE_CONFIRM_MESSAGE,
  PAGE_INCIDENT_MESSAGE,
  PAGE_UPDATE_MESSAGE,
  SLOW_EVENT,
  TEST_MESSAGE,
} from '../examples/webhooks.ts'
import { Id, Timestamp } from '../core/fields.ts'
import { CAUSE_KINDS, Incident, JudgedTraffic, SecondOpinion } from '../monitoring/incidents.ts'
import { PAGE_INCIDENT_STATUSES } from './status-page-incidents.ts'

const PossibleRepeat = z
  .boolean()
  .meta({ description: 'The message may have been sent before; webhook-id is the same then' })

const Target = { name: z.string(), url: z.string() }
const EventMonitor = z.strictObject({ id: Id, ...Target })
const Count = z.int().min(0)

const incidentFacts = {
  incident_id: Id,
  cause: Incident.shape.cause,
  started_at: Timestamp,
  resolved_at: Timestamp.nullable(),
  duration_seconds: z.int(),
  resolution: z.string().nullable(),
  evidence: z.string().nullable().meta({ description: 'The response of the target, shortened' }),
  visitors_lost: Count.nullable().meta({ description: 'An estimate; null without enough traffic' }),
  visitors_lost_low: Count.nullable(),
  visitors_lost_high: Count.nullable(),
  second_opinion: SecondOpinion.nullable(),
  goals_lost: z.array(z.strictObject({ name: z.string(), lost: Count, low: Count, high: Count })),
  revenue_lost: z.array(z.strictObject({ currency: z.string(), lost: z.string(), low: z.string(), high: z.string() })),
  dependents_count: Count.meta({ description: 'Active monitors that depend on this one' }),
  suppressed_by: z
    .string()
    .nullable()
    .meta({ description: 'Name of the monitor that was down, so that no alert was sent at first' }),
  deploy: z
    .strictObject({ version: z.string(), environment: z.string(), seconds_before: z.int() })
    .nullable()
    .meta({ description: 'A deploy within 30 minutes before' }),
  link: z.string(),
  acknowledge_url: z.string().nullable(),
  acknowledged: z.strictObject({ by: z.string().nullable(), at: Timestamp, note: z.string().nullable() }).nullable(),
  escalation: z.strictObject({ policy_name: z.string(), step: z.int(), steps_count: z.int() }).nullable(),
}

const EventIncident = z.union([
  z
    .strictObject({ kind: z.literal('check'), ...incidentFacts, monitor: EventMonitor })
    .meta({ id: 'CheckIncidentFacts', examples: [INCIDENT_EVENT.incident] }),
  z
    .strictObject({
      kind: z.literal('traffic'),
      ...incidentFacts,
      monitor: z.null(),
      website: z.strictObject({ id: Id, domain: z.string(), url: z.string() }),
      traffic: JudgedTraffic,
    })
    .meta({ id: 'TrafficIncidentFacts' }),
])

const IncidentEvent = z
  .strictObject({
    type: z.enum([
      'incident.opened',
      'incident.resolved',
      'incident.reminder',
      'incident.acknowledged',
      'incident.escalated',
      'monitor.flapping_started',
      'monitor.flapping_ended',
    ]),
    incident: EventIncident,
  })
  .meta({ id: 'IncidentEvent', examples: [INCIDENT_EVENT] })

const ExpiryEvent = z
  .strictObject({
    type: z.enum(['certificate.expiring', 'certificate.renewed', 'domain.expiring', 'domain.renewed']),
    notice: z.strictObject({
      monitor: EventMonitor,
      expires_at: Timestamp,
      days_left: Count,
      domain: z.string().nullable().meta({ description: 'Null for a certificate' }),
      link: z.string(),
    }),
  })
  .meta({ id: 'ExpiryEvent', examples: [EXPIRY_EVENT] })

const SlowEvent = z
  .strictObject({
    type: z.enum(['monitor.slow_started', 'monitor.slow_ended']),
    notice: z.strictObject({ monitor: EventMonitor, p95_ms: z.number(), slow_ms: z.number(), link: z.string() }),
  })
  .meta({ id: 'SlowEvent', examples: [SLOW_EVENT] })

const BurnEvent = z
  .strictObject({
    type: z.enum(['objective.burn_fast', 'objective.burn_slow']),
    notice: z.strictObject({
      monitor: z
        .strictObject({ id: Id.nullable(), ...Target })
        .meta({ description: 'Of an objective of a website, its domain and URL, and no id' }),
      objective_id: Id,
      objective_name: z.string(),
      target: z.number(),
      window_days: z.int(),
      measure: z.enum(['clock', 'visitors']),
      burn_rate: z.number(),
      lookback_seconds: z.int(),
      budget_left_percent: z.number(),
      link: z.string(),
    }),
  })
  .meta({ id: 'BurnEvent', examples: [BURN_EVENT] })

const AlertEvent = z.union([IncidentEvent, ExpiryEvent, SlowEvent, BurnEvent]).meta({ id: 'AlertEvent' })

const TestWebhook = z
  .strictObject({
    type: z.literal('test'),
    timestamp: Timestamp,
    data: z.strictObject({ message: z.string() }),
  })
  .meta({ id: 'TestWebhook', examples: [TEST_MESSAGE] })

const EventsWebhook = z
  .strictObject({
    type: z
      .enum([
        'incidents.list',
        ...IncidentEvent.shape.type.options,
        ...ExpiryEvent.shape.type.options,
        ...SlowEvent.shape.type.options,
        ...BurnEvent.shape.type.options,
      ])
      .meta({ description: 'Type of the only event, or incidents.list for several in one message' }),
    timestamp: Timestamp,
    data: z.strictObject({ events: z.array(AlertEvent), possible_repeat: PossibleRepeat }),
  })
  .meta({ id: 'EventsWebhook', examples: EVENT_MESSAGES })

/** Sent to a provider of type webhook. */
export const AlertWebhook = z.union([EventsWebhook, TestWebhook]).meta({ id: 'AlertWebhook' })

const forSubscriber = {
  page: z.strictObject(Target),
  unsubscribe_url: z.string(),
  manage_url: z.string(),
  possible_repeat: PossibleRepeat,
}

const PageConfirmWebhook = z
  .strictObject({
    type: z.literal('subscription.confirm'),
    timestamp: Timestamp,
    data: z.strictObject({ message: z.string(), confirm_url: z.string() }),
  })
  .meta({ id: 'PageConfirmWebhook', examples: [PAGE_CONFIRM_MESSAGE] })

const PageIncidentWebhook = z
  .strictObject({
    type: z.enum(['incident.opened', 'incident.resolved']),
    timestamp: Timestamp,
    data: z.strictObject({
      label: z.string(),
      cause_kind: z.enum(CAUSE_KINDS),
      started_at: Timestamp,
      resolved_at: Timestamp.nullable(),
      duration_seconds: z.int(),
      ...forSubscriber,
    }),
  })
  .meta({ id: 'PageIncidentWebhook', examples: [PAGE_INCIDENT_MESSAGE] })

const PageUpdateWebhook = z
  .strictObject({
    type: z.enum(['incident.updated', 'maintenance.updated']),
    timestamp: Timestamp,
    data: z.strictObject({
      title: z.string(),
      status: z.enum([...PAGE_INCIDENT_STATUSES.incident, ...PAGE_INCIDENT_STATUSES.maintenance]),
      body: z.string(),
      posted_at: Timestamp,
      scheduled_for: Timestamp.nullable(),
      scheduled_until: Timestamp.nullable(),
      labels: z.array(z.string()),
      ...forSubscriber,
    }),
  })
  .meta({ id: 'PageUpdateWebhook', examples: [PAGE_UPDATE_MESSAGE] })

/** Sent to a subscriber of a status page. */
export const StatusPageWebhook = z
  .union([PageIncidentWebhook, PageUpdateWebhook, PageConfirmWebhook])
  .meta({ id: 'StatusPageWebhook' })
export type StatusPageWebhook = z.infer<typeof StatusPageWebhook>

export interface WebhookDefinition {
  summary: string
  description: string
  body: z.ZodType
}

/** Requests that Sitewatch sends, signed as Standard Webhooks has it. */
export const WEBHOOKS: Readonly<Record<string, WebhookDefinition>> = {
  alert: {
    summary: 'An alert, sent to a provider of type webhook',
    description: 'Signed with the signing_secret of the provider. One message may have several events.',
    body: AlertWebhook,
  },
  statusPage: {
    summary: 'An incident or an update of a status page, sent to a subscriber',
    description:
      'Signed with the secret that the page behind manage_url shows. The first request asks the subscriber to confirm.',
    body: StatusPageWebhook,
  },
}
