import type { OnCallLayer, OnCallMember, OnCallOverride, OnCallSchedule, OnCallShift } from '@sitewatch/contract'
import { sql } from '../../platform/postgres/index.ts'
import type { Schedule, Shift } from './shifts.ts'

export interface ScheduleRow {
  id: number
  name: string
  timezone: string
  members: OnCallMember[]
  layers: OnCallLayer[]
  overrides: OnCallOverride[]
  sealed_token: Buffer | null
  escalation_policy_ids: number[]
  created_at: string
  updated_at: string
}

/** The members of a schedule `s`, in order. */
export const MEMBERS = sql`coalesce((
  select json_agg(json_build_object('name', m.name, 'user_id', m.user_id, 'provider_ids', array(
    select p.provider_id from on_call_member_providers p
    where p.team_id = m.team_id and p.schedule_id = m.schedule_id and p.member = m.name order by p.provider_id)) order by m.position)
  from on_call_members m where m.team_id = s.team_id and m.schedule_id = s.id), '[]')`

export const SCHEDULE_COLUMNS = sql`s.id, s.name, s.timezone, ${MEMBERS} as members, s.layers, s.overrides,
  s.calendar_token_sealed as sealed_token, array(select distinct t.policy_id from escalation_targets t
    where t.team_id = s.team_id and t.schedule_id = s.id order by 1) as escalation_policy_ids, s.created_at, s.updated_at`

/** jsonb does not keep the order of keys. */
const orderLayer = (layer: OnCallLayer): OnCallLayer => ({
  name: layer.name,
  members: layer.members,
  starts_on: layer.starts_on,
  handover_at: layer.handover_at,
  handover_every: layer.handover_every,
  handover_unit: layer.handover_unit,
  hours: layer.hours.map(({ weekdays, from, to }) => ({ weekdays, from, to })),
})

export function toRecord(row: ScheduleRow, calendar_url: string | null): OnCallSchedule {
  const { sealed_token: _, escalation_policy_ids, created_at, updated_at, ...schedule } = row
  return {
    object: 'on_call_schedule',
    ...schedule,
    layers: row.layers.map(orderLayer),
    overrides: row.overrides.map(({ member, starts_at, ends_at }) => ({ member, starts_at, ends_at })),
    calendar_url,
    escalation_policy_ids,
    created_at,
    updated_at,
  }
}

export const toSchedule = ({
  timezone,
  members,
  layers,
  overrides,
}: Pick<ScheduleRow, 'timezone' | 'members' | 'layers' | 'overrides'>): Schedule => ({
  timezone,
  members,
  layers,
  overrides: overrides.map(({ member, starts_at, ends_at }) => ({
    member,
    from: Date.parse(starts_at),
    to: Date.parse(ends_at),
  })),
})

export const toShift = ({ from, to, member, layer, is_override }: Shift): OnCallShift => ({
  starts_at: new Date(from).toISOString(),
  ends_at: new Date(to).toISOString(),
  member,
  layer,
  is_override,
})
