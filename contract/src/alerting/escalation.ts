import { z } from 'zod'
import { Id, OneLine, pagedQuery, Tags, Timestamp } from '../core/fields.ts'
import { created, deletedWith, list, one, route } from '../core/route.ts'

const Name = OneLine.min(1).max(120)
const Minutes = z.int().min(1).max(1440)
const Repeats = z.int().min(0).max(10)

const isUnique = (ids: readonly number[]): boolean => new Set(ids).size === ids.length

const ProviderIds = z.array(Id).max(20).refine(isUnique, { error: 'must not contain a provider twice' })
const ScheduleIds = z.array(Id).max(20).refine(isUnique, { error: 'must not contain a schedule twice' })

const step = {
  after_minutes: z.int().min(0).max(1440).meta({
    description: 'Minutes after the last message of the step before, or after the alert; 0 only in the first step',
  }),
  provider_ids: z.array(Id),
  on_call_schedule_ids: z
    .array(Id)
    .meta({ description: 'Schedules; the person on call when the message is sent gets it' }),
  repeats: Repeats.meta({ description: 'How often the message of this step is repeated' }),
  repeat_minutes: Minutes.meta({ description: 'Minutes between these messages' }),
}

export const EscalationStep = z.strictObject(step).meta({ id: 'EscalationStep' })

export const NewEscalationStep = z
  .strictObject({
    after_minutes: step.after_minutes,
    provider_ids: ProviderIds.default([]),
    on_call_schedule_ids: ScheduleIds.default([]),
    repeats: step.repeats.default(0),
    repeat_minutes: step.repeat_minutes.default(5),
  })
  .refine(({ provider_ids, on_call_schedule_ids }) => provider_ids.length + on_call_schedule_ids.length > 0, {
    path: ['provider_ids'],
    error: 'must have a provider, or on_call_schedule_ids a schedule',
  })
  .meta({ id: 'NewEscalationStep' })

const settings = {
  name: Name,
  steps: z
    .array(NewEscalationStep)
    .min(1)
    .max(10)
    .refine((steps) => steps.slice(1).every(({ after_minutes }) => after_minutes > 0), {
      error: 'must have after_minutes of at least 1, except in the first step',
    })
    .meta({ description: 'In this order, until somebody acknowledges the incident or it resolves' }),
  repeats: Repeats.meta({ description: 'How often the steps start over after the last one' }),
  repeat_minutes: Minutes.meta({ description: 'Minutes from the last message until they start over' }),
  is_default: z
    .boolean()
    .meta({ description: 'For all monitors of the team without another policy. At most one policy is the default' }),
  tags: Tags.meta({ description: 'For monitors with one of these tags. A tag can have one policy only' }),
}

export const EscalationPolicy = z
  .strictObject({
    object: z.literal('escalation_policy'),
    id: Id,
    name: z.string(),
    steps: z.array(EscalationStep),
    repeats: z.int(),
    repeat_minutes: z.int(),
    is_default: z.boolean(),
    tags: z.array(z.string()),
    monitor_ids: z.array(Id).meta({ description: 'Monitors that have it as their own escalation_policy_id' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'EscalationPolicy' })
export type EscalationPolicy = z.infer<typeof EscalationPolicy>

export const NewEscalationPolicy = z
  .strictObject({
    name: settings.name,
    steps: settings.steps,
    repeats: settings.repeats.default(0),
    repeat_minutes: settings.repeat_minutes.default(30),
    is_default: settings.is_default.default(false),
    tags: settings.tags.default([]),
  })
  .meta({ id: 'NewEscalationPolicy' })
export type NewEscalationPolicy = z.output<typeof NewEscalationPolicy>

export const EscalationPolicyChanges = z
  .strictObject(z.object(settings).partial().shape)
  .meta({ id: 'EscalationPolicyChanges' })
export type EscalationPolicyChanges = z.output<typeof EscalationPolicyChanges>

/** Outcomes of a target of a step. */
export const ESCALATION_OUTCOMES = [
  'sent',
  'already_alerted',
  'assignment_disabled',
  'not_confirmed',
  'provider_deleted',
  'nobody_on_call',
  'no_provider',
  'schedule_deleted',
] as const

export const EscalationTarget = z
  .strictObject({
    provider_id: Id.nullable(),
    provider_name: z.string().nullable(),
    on_call_schedule_id: Id.nullable(),
    on_call_schedule_name: z.string().nullable(),
    member: z.string().nullable().meta({ description: 'Who was on call' }),
    outcome: z.enum(ESCALATION_OUTCOMES).meta({
      description:
        'sent: a delivery was created. Otherwise the reason why none was. already_alerted: the alert itself has just gone there, or another target of the step is the same provider',
    }),
  })
  .meta({ id: 'EscalationTarget' })
export type EscalationTarget = z.infer<typeof EscalationTarget>

export const EscalationMessage = z
  .strictObject({
    step: z.int().meta({ description: 'Number of the step, starting at 1' }),
    round: z.int().meta({ description: 'Starting at 1; 2 after the steps have started over' }),
    repeat: z.int().meta({ description: '0 for the first message of the step' }),
    due_at: Timestamp,
    at: Timestamp.meta({ description: 'When its deliveries were created' }),
    targets: z.array(EscalationTarget),
  })
  .meta({ id: 'EscalationMessage' })
export type EscalationMessage = z.infer<typeof EscalationMessage>

export const Escalation = z
  .strictObject({
    object: z.literal('escalation'),
    incident_id: Id,
    policy_id: Id.nullable().meta({ description: 'null: the policy was deleted' }),
    policy_name: z.string(),
    steps_count: z.int(),
    status: z.enum(['running', 'held', 'acknowledged', 'resolved', 'finished', 'policy_deleted']).meta({
      description:
        'running: the next message is planned. held: maintenance; it is sent afterwards. The others say why no further message is sent; finished: the last one was sent',
    }),
    next: z
      .strictObject({ step: z.int(), round: z.int(), repeat: z.int(), at: Timestamp })
      .nullable()
      .meta({ description: 'The next message' }),
    messages: z.array(EscalationMessage).meta({ description: 'Oldest first' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Escalation' })
export type Escalation = z.infer<typeof Escalation>

const readOnly = ['object', 'id', 'monitor_ids', 'created_at', 'updated_at'] as const

export const escalationRoutes = {
  list: route({
    id: 'escalationPolicies.list',
    method: 'GET',
    path: '/api/escalation-policies',
    summary: 'List escalation policies',
    scope: 'providers:read',
    role: 'viewer',
    query: pagedQuery({}),
    returns: list(EscalationPolicy),
    problems: [],
  }),
  create: route({
    id: 'escalationPolicies.create',
    method: 'POST',
    path: '/api/escalation-policies',
    summary: 'Create an escalation policy: who is alerted next if nobody acknowledges an incident',
    scope: 'providers:write',
    role: 'editor',
    audit: 'escalation_policy.created',
    body: NewEscalationPolicy,
    example: {
      name: 'Shop',
      steps: [
        { after_minutes: 5, on_call_schedule_ids: [2], repeats: 1, repeat_minutes: 5 },
        { after_minutes: 15, provider_ids: [3] },
      ],
    },
    readOnly,
    returns: created(EscalationPolicy),
    problems: ['not_found', 'already_exists'],
  }),
  show: route({
    id: 'escalationPolicies.show',
    method: 'GET',
    path: '/api/escalation-policies/:id',
    summary: 'Show an escalation policy',
    scope: 'providers:read',
    role: 'viewer',
    returns: one(EscalationPolicy),
    problems: ['not_found'],
  }),
  update: route({
    id: 'escalationPolicies.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/escalation-policies/:id',
    summary:
      'Update an escalation policy; only the fields sent change. Incidents that are open keep the steps they have',
    scope: 'providers:write',
    role: 'editor',
    audit: 'escalation_policy.updated',
    body: EscalationPolicyChanges,
    example: { is_default: true },
    readOnly,
    returns: one(EscalationPolicy),
    problems: ['not_found', 'already_exists'],
  }),
  remove: route({
    id: 'escalationPolicies.remove',
    method: 'DELETE',
    path: '/api/escalation-policies/:id',
    summary: 'Delete an escalation policy. Escalations that follow it stop',
    scope: 'providers:write',
    role: 'editor',
    audit: 'escalation_policy.deleted',
    returns: deletedWith('escalation_policy', {
      monitor_ids: z.array(Id).meta({ description: 'Monitors that had it as their own policy' }),
    }),
    problems: ['not_found'],
  }),
  ofIncident: route({
    id: 'incidents.escalation',
    method: 'GET',
    path: '/api/incidents/:id/escalation',
    summary: 'Show the escalation of an incident: each message, its targets, and why one was not sent',
    scope: ['monitors:read', 'providers:read'],
    role: 'viewer',
    returns: one(Escalation),
    problems: ['not_found'],
  }),
} as const
