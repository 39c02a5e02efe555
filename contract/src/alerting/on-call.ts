import { z } from 'zod'
import { Id, Moment, OneLine, pagedQuery, Timestamp } from '../core/fields.ts'
import { created, deleted, list, one, route } from '../core/route.ts'
import { LocalTime, NewWeeklyRange, Timezone, WeeklyRange } from './weekly-hours.ts'

const Name = OneLine.min(1).max(120)

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length

export const NewOnCallMember = z
  .strictObject({
    name: Name.meta({ description: 'Unique in the schedule; layers and overrides refer to it' }),
    user_id: Id.nullable().default(null).meta({ description: 'The member of the team, if the person has an account' }),
    provider_ids: z
      .array(Id)
      .max(20)
      .refine(isUnique, { error: 'must not contain a provider twice' })
      .meta({ description: 'Providers that reach this person' }),
  })
  .meta({ id: 'NewOnCallMember' })

export const OnCallMember = z
  .strictObject({ name: z.string(), user_id: Id.nullable(), provider_ids: z.array(Id) })
  .meta({ id: 'OnCallMember' })
export type OnCallMember = z.infer<typeof OnCallMember>

export const HANDOVER_UNITS = ['hour', 'day', 'week'] as const

const layer = {
  name: Name,
  members: z
    .array(Name)
    .min(1)
    .max(100)
    .meta({ description: 'Names of members, in the order in which they are on call' }),
  starts_on: z.iso.date().meta({ description: 'Local date of the first shift. Weekly handovers are on its weekday' }),
  handover_at: LocalTime.meta({ description: 'Local time of the first handover, and of daily and weekly ones' }),
  handover_every: z.int().min(1).max(365).meta({ description: 'Length of a shift, in handover_unit' }),
  handover_unit: z.enum(HANDOVER_UNITS),
  hours: z.array(NewWeeklyRange).max(20).meta({
    description: 'Only at these local hours. Empty: always. Members change at handovers, whatever the hours',
  }),
}

export const NewOnCallLayer = z
  .strictObject({
    name: layer.name.optional().meta({ description: 'Default: its number, such as "Layer 1"' }),
    members: layer.members,
    starts_on: layer.starts_on,
    handover_at: layer.handover_at.default('09:00'),
    handover_every: layer.handover_every.default(1),
    handover_unit: layer.handover_unit.default('week'),
    hours: layer.hours.default([]),
  })
  .meta({ id: 'NewOnCallLayer' })

export const OnCallLayer = z
  .strictObject({ ...layer, hours: z.array(WeeklyRange).meta({ description: 'Empty: always' }) })
  .meta({ id: 'OnCallLayer' })
export type OnCallLayer = z.infer<typeof OnCallLayer>

const NewOverride = z
  .strictObject({ member: Name.meta({ description: 'Name of a member' }), starts_at: Moment, ends_at: Moment })
  .refine(({ starts_at, ends_at }) => starts_at < ends_at, { path: ['ends_at'], error: 'must be after starts_at' })
  .meta({ id: 'NewOnCallOverride' })

export const OnCallOverride = z
  .strictObject({ member: z.string(), starts_at: Timestamp, ends_at: Timestamp })
  .meta({ id: 'OnCallOverride' })
export type OnCallOverride = z.infer<typeof OnCallOverride>

const settings = {
  name: Name,
  timezone: Timezone,
  members: z
    .array(NewOnCallMember)
    .max(100)
    .refine((members) => isUnique(members.map(({ name }) => name)), { error: 'must not contain a name twice' }),
  layers: z
    .array(NewOnCallLayer)
    .max(20)
    .meta({ description: 'Rotations. Where several cover a moment, the last one in the list wins' }),
  overrides: z
    .array(NewOverride)
    .max(500)
    .meta({ description: 'Take precedence over all layers. Of several, the last one in the list wins' }),
}

export const OnCallSchedule = z
  .strictObject({
    object: z.literal('on_call_schedule'),
    id: Id,
    name: z.string(),
    timezone: z.string(),
    members: z.array(OnCallMember),
    layers: z.array(OnCallLayer),
    overrides: z.array(OnCallOverride),
    calendar_url: z
      .string()
      .nullable()
      .meta({ description: 'Secret URL of the iCalendar feed; null until you create it' }),
    escalation_policy_ids: z.array(Id).meta({ description: 'Escalation policies that have this schedule in a step' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'OnCallSchedule' })
export type OnCallSchedule = z.infer<typeof OnCallSchedule>

export const NewOnCallSchedule = z
  .strictObject({
    name: settings.name,
    timezone: settings.timezone.default('UTC'),
    members: settings.members.default([]),
    layers: settings.layers.default([]),
    overrides: settings.overrides.default([]),
  })
  .meta({ id: 'NewOnCallSchedule' })
export type NewOnCallSchedule = z.output<typeof NewOnCallSchedule>

export const OnCallScheduleChanges = z
  .strictObject(z.object(settings).partial().shape)
  .meta({ id: 'OnCallScheduleChanges' })
export type OnCallScheduleChanges = z.output<typeof OnCallScheduleChanges>

export const OnCallShift = z
  .strictObject({
    starts_at: Timestamp,
    ends_at: Timestamp,
    member: OnCallMember.nullable().meta({ description: 'null: nobody is on call, a gap' }),
    layer: z.string().nullable().meta({ description: 'Name of the layer; null for an override and for a gap' }),
    is_override: z.boolean(),
  })
  .meta({ id: 'OnCallShift' })
export type OnCallShift = z.infer<typeof OnCallShift>

export const OnCall = z
  .strictObject({
    object: z.literal('on_call'),
    schedule_id: Id,
    at: Timestamp,
    now: OnCallShift.meta({ description: 'The shift at that time. It starts at `at` at the earliest' }),
    next: OnCallShift.nullable().meta({ description: 'The next shift of somebody else; null if there is none' }),
    shifts: z
      .array(OnCallShift)
      .meta({ description: 'From `at` on for `days`, without interruption: gaps are listed' }),
  })
  .meta({ id: 'OnCall' })
export type OnCall = z.infer<typeof OnCall>

const readOnly = ['object', 'id', 'calendar_url', 'escalation_policy_ids', 'created_at', 'updated_at'] as const

const example = {
  name: 'Operations',
  timezone: 'Europe/Berlin',
  members: [
    { name: 'Sam', provider_ids: [3] },
    { name: 'Kim', provider_ids: [4] },
  ],
  layers: [{ members: ['Sam', 'Kim'], starts_on: '2026-11-16', handover_at: '09:00', handover_unit: 'week' }],
}

export const onCallRoutes = {
  list: route({
    id: 'onCallSchedules.list',
    method: 'GET',
    path: '/api/on-call-schedules',
    summary: 'List on-call schedules',
    scope: 'providers:read',
    role: 'viewer',
    query: pagedQuery({}),
    returns: list(OnCallSchedule),
    problems: [],
  }),
  create: route({
    id: 'onCallSchedules.create',
    method: 'POST',
    path: '/api/on-call-schedules',
    summary: 'Create an on-call schedule: members, layers that rotate through them, and overrides',
    scope: 'providers:write',
    role: 'editor',
    audit: 'on_call_schedule.created',
    body: NewOnCallSchedule,
    example,
    readOnly,
    returns: created(OnCallSchedule),
    problems: ['not_found'],
  }),
  show: route({
    id: 'onCallSchedules.show',
    method: 'GET',
    path: '/api/on-call-schedules/:id',
    summary: 'Show an on-call schedule',
    scope: 'providers:read',
    role: 'viewer',
    returns: one(OnCallSchedule),
    problems: ['not_found'],
  }),
  update: route({
    id: 'onCallSchedules.update',
    method: 'PUT',
    also: 'PATCH',
    path: '/api/on-call-schedules/:id',
    summary: 'Update an on-call schedule; only the fields sent change. A list that is sent replaces the stored one',
    scope: 'providers:write',
    role: 'editor',
    audit: 'on_call_schedule.updated',
    body: OnCallScheduleChanges,
    example: {
      overrides: [{ member: 'Kim', starts_at: '2026-12-24T08:00:00Z', ends_at: '2026-12-27T08:00:00Z' }],
    },
    readOnly,
    returns: one(OnCallSchedule),
    problems: ['not_found'],
  }),
  remove: route({
    id: 'onCallSchedules.remove',
    method: 'DELETE',
    path: '/api/on-call-schedules/:id',
    summary: 'Delete an on-call schedule. Refused while an escalation policy has it in a step',
    scope: 'providers:write',
    role: 'editor',
    audit: 'on_call_schedule.deleted',
    returns: deleted('on_call_schedule'),
    problems: ['not_found', 'not_possible'],
  }),
  onCall: route({
    id: 'onCallSchedules.onCall',
    method: 'GET',
    path: '/api/on-call-schedules/:id/on-call',
    summary: 'Show who is on call, who is next, and the shifts of the days after, with gaps',
    scope: 'providers:read',
    role: 'viewer',
    query: z.strictObject({
      at: Moment.optional().meta({ description: 'Default: now' }),
      days: z.int().min(1).max(90).default(14).meta({ description: 'How many days of shifts' }),
    }),
    example: { days: 7 },
    returns: one(OnCall),
    problems: ['not_found'],
  }),
  createCalendar: route({
    id: 'onCallSchedules.createCalendar',
    method: 'POST',
    path: '/api/on-call-schedules/:id/calendar',
    summary: 'Create the secret URL of the iCalendar feed. A previous URL stops working',
    scope: 'providers:write',
    role: 'editor',
    audit: 'on_call_schedule.calendar_created',
    auditFields: [],
    returns: one(OnCallSchedule),
    problems: ['not_found'],
  }),
  revokeCalendar: route({
    id: 'onCallSchedules.revokeCalendar',
    method: 'DELETE',
    path: '/api/on-call-schedules/:id/calendar',
    summary: 'Revoke the URL of the iCalendar feed',
    scope: 'providers:write',
    role: 'editor',
    audit: 'on_call_schedule.calendar_revoked',
    auditFields: [],
    returns: one(OnCallSchedule),
    problems: ['not_found'],
  }),
} as const
