import type { EscalationTarget } from '@sitewatch/contract'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { findOnCall, readSchedulesUnscoped } from '../on-call/index.ts'
import { type EscalationPlan, type MessagePlace, type NextEscalation, planEscalation } from './plan.ts'
import { resolveTargets, type TargetFacts } from './targets.ts'

interface DueRow {
  team_id: number
  incident_id: number
  monitor_id: number
  plan: EscalationPlan
  position: number
  planned_at: number
  next_at: number
  is_acknowledged: boolean
  is_resolved: boolean
  is_policy_deleted: boolean
  held_until: number | null
}

const BATCH_ROWS = 200

/**
 * Includes rows that were planned after `now`, because then the clock was set back. The incidents are locked as well; otherwise one that
 * is resolved meanwhile would be escalated after its end.
 */
const lockDue = (tx: RoleTx<'worker'>, now: number): Promise<DueRow[]> =>
  tx.query(sql<DueRow>`
    select e.team_id, e.incident_id, i.monitor_id, e.plan, e.position, (extract(epoch from e.planned_at) * 1000)::bigint as planned_at,
      (extract(epoch from e.next_at) * 1000)::bigint as next_at, i.acknowledged_at is not null as is_acknowledged,
      i.resolved_at is not null as is_resolved, e.policy_id is null as is_policy_deleted,
      (extract(epoch from maintained_until(i.team_id, i.monitor_id, ${new Date(now)})) * 1000)::bigint as held_until
    from escalations e join incidents i on i.team_id = e.team_id and i.id = e.incident_id
      join teams t on t.id = e.team_id and not t.is_suspended
    where e.look_at is not null and (e.look_at <= ${new Date(now)} or e.planned_at > ${new Date(now)})
    order by e.look_at, e.incident_id limit ${BATCH_ROWS} for update of e, i skip locked`)

interface Message {
  row: DueRow
  place: MessagePlace
  next_at: number | null
}

const stepOf = ({ row, place }: Message) => row.plan.steps[place.step - 1]

async function readProviders(tx: RoleTx<'worker'>, ids: readonly number[]) {
  const rows = await tx.query(sql<{ id: number; name: string; is_confirmed: boolean }>`
    select id, coalesce(name, provider_type || ' ' || (settings ->> '$target')) as name, confirmed_at is not null as is_confirmed
    from providers where id = any(${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Assignments that somebody disabled or removed, as keys "<monitor id> <provider id>". */
async function readDisabled(tx: RoleTx<'worker'>, messages: readonly Message[]): Promise<Set<string>> {
  const rows = await tx.query(sql<{ monitor_id: number; provider_id: number }>`
    select a.monitor_id, a.provider_id
    from unnest(${messages.map(({ row }) => row.team_id)}::bigint[], ${messages.map(({ row }) => row.monitor_id)}::bigint[])
      as m (team_id, monitor_id)
      join assignments a on a.team_id = m.team_id and a.monitor_id = m.monitor_id and not a.enabled
    union
    select d.monitor_id, d.provider_id
    from unnest(${messages.map(({ row }) => row.team_id)}::bigint[], ${messages.map(({ row }) => row.monitor_id)}::bigint[])
      as m (team_id, monitor_id)
      join removed_assignments d on d.team_id = m.team_id and d.monitor_id = m.monitor_id`)
  return new Set(rows.map(({ monitor_id, provider_id }) => `${monitor_id} ${provider_id}`))
}

/** Providers that just got the alert, as keys "<incident id> <provider id>". Only for first messages without a wait. */
async function readAlerted(tx: RoleTx<'worker'>, messages: readonly Message[]): Promise<Set<string>> {
  const first = messages.filter((message) => message.row.position === 0 && stepOf(message)?.after_minutes === 0)
  const rows = await tx.query(sql<{ incident_id: number; provider_id: number }>`
    select i.incident_id, d.provider_id
    from unnest(${first.map(({ row }) => row.team_id)}::bigint[], ${first.map(({ row }) => row.incident_id)}::bigint[])
      as i (team_id, incident_id)
      join deliveries d on d.team_id = i.team_id and d.incident_id = i.incident_id and d.kind = 'opened'`)
  return new Set(rows.map(({ incident_id, provider_id }) => `${incident_id} ${provider_id}`))
}

async function resolveAll(
  tx: RoleTx<'worker'>,
  messages: readonly Message[],
  now: number,
): Promise<(Message & { targets: EscalationTarget[] })[]> {
  const steps = messages.flatMap((message) => stepOf(message) ?? [])
  const found = await readSchedulesUnscoped(tx, [...new Set(steps.flatMap((step) => step.on_call_schedule_ids))])
  const schedules = new Map(
    [...found].map(([id, schedule]) => [id, { name: schedule.name, member: findOnCall(schedule, now) }]),
  )
  const members = [...schedules.values()].flatMap(({ member }) => member?.provider_ids ?? [])
  const providers = await readProviders(tx, [...new Set([...steps.flatMap((step) => step.provider_ids), ...members])])
  const [disabled, alerted] = [await readDisabled(tx, messages), await readAlerted(tx, messages)]
  const pick = (pairs: ReadonlySet<string>, id: number): Set<number> =>
    new Set([...providers.keys()].filter((provider_id) => pairs.has(`${id} ${provider_id}`)))
  return messages.map((message) => {
    const step = stepOf(message)
    const facts: TargetFacts = {
      providers,
      schedules,
      disabled: pick(disabled, message.row.monitor_id),
      alerted: pick(alerted, message.row.incident_id),
    }
    return { ...message, targets: step ? resolveTargets(step, facts) : [] }
  })
}

/** Inserts the messages, their deliveries and the jobs that send them, and schedules the next message, in one transaction. */
async function send(tx: RoleTx<'worker'>, messages: readonly Message[], now: number): Promise<void> {
  if (messages.length === 0) return
  const resolved = await resolveAll(tx, messages, now)
  const rows = resolved.map(({ row, place, next_at, targets }) => ({
    ...place,
    team_id: row.team_id,
    incident_id: row.incident_id,
    position: row.position,
    due_at: new Date(row.next_at),
    next_at: next_at === null ? null : new Date(next_at),
    targets,
  }))
  await tx.execute(sql`
    insert into escalation_messages (team_id, incident_id, position, step, round, repeat, due_at, at, targets)
    select team_id, incident_id, position, step, round, repeat, due_at, ${new Date(now)}, targets
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (team_id bigint, incident_id bigint, position int, step smallint,
      round smallint, repeat smallint, due_at timestamptz, targets jsonb)`)
  const deliveries = resolved.flatMap(({ row, targets }) =>
    targets
      .filter(({ outcome }) => outcome === 'sent')
      .map(({ provider_id }) => ({ ...row, plan: undefined, provider_id })),
  )
  await tx.query(sql`
    with made as (
      insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, sequence)
      select team_id, incident_id, monitor_id, provider_id, 'escalation', position
      from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as r (team_id bigint, incident_id bigint, monitor_id bigint,
        provider_id bigint, position int)
      on conflict (team_id, incident_id, provider_id, kind, sequence) do nothing
      returning provider_id)
    select count(add_deliver_job(provider_id)) from (select distinct provider_id from made) as p`)
  await tx.execute(sql`
    update escalations e set position = r.position + 1, planned_at = ${new Date(now)}, next_at = r.next_at, look_at = r.next_at,
      ended = case when r.next_at is null then 'finished' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (team_id bigint, incident_id bigint, position int, next_at timestamptz)
    where e.team_id = r.team_id and e.incident_id = r.incident_id`)
}

async function wait(
  tx: RoleTx<'worker'>,
  waiting: readonly { row: DueRow; plan: NextEscalation & { kind: 'wait' } }[],
): Promise<void> {
  if (waiting.length === 0) return
  await tx.execute(sql`
    update escalations e set planned_at = to_timestamp(w.planned_at / 1000.0), next_at = to_timestamp(w.next_at / 1000.0),
      look_at = to_timestamp(w.look_at / 1000.0)
    from unnest(${waiting.map(({ row }) => row.team_id)}::bigint[], ${waiting.map(({ row }) => row.incident_id)}::bigint[],
      ${waiting.map(({ plan }) => plan.planned_at)}::bigint[], ${waiting.map(({ plan }) => plan.next_at)}::bigint[],
      ${waiting.map(({ plan }) => plan.look_at)}::bigint[]) as w (team_id, incident_id, planned_at, next_at, look_at)
    where e.team_id = w.team_id and e.incident_id = w.incident_id`)
}

async function end(
  tx: RoleTx<'worker'>,
  ended: readonly { row: DueRow; plan: NextEscalation & { kind: 'end' } }[],
): Promise<void> {
  if (ended.length === 0) return
  await tx.execute(sql`
    update escalations e set ended = x.reason, next_at = null, look_at = null
    from unnest(${ended.map(({ row }) => row.team_id)}::bigint[], ${ended.map(({ row }) => row.incident_id)}::bigint[],
      ${ended.map(({ plan }) => plan.reason)}::text[]) as x (team_id, incident_id, reason)
    where e.team_id = x.team_id and e.incident_id = x.incident_id`)
}

async function escalateBatch(tx: RoleTx<'worker'>, now: number): Promise<number> {
  const rows = await lockDue(tx, now)
  const planned = rows.map((row) => ({ row, plan: planEscalation({ now, ...row }) }))
  await end(
    tx,
    planned.flatMap(({ row, plan }) => (plan.kind === 'end' ? [{ row, plan }] : [])),
  )
  await wait(
    tx,
    planned.flatMap(({ row, plan }) => (plan.kind === 'wait' ? [{ row, plan }] : [])),
  )
  await send(
    tx,
    planned.flatMap(({ row, plan }) =>
      plan.kind === 'send' ? [{ row, place: plan.place, next_at: plan.next_at }] : [],
    ),
    now,
  )
  return rows.length
}

/** In the transaction that uses it: a worker that was stopped before it would count the next wait from before the stop. */
const readClock = async (tx: RoleTx<'worker'>): Promise<number> =>
  (await tx.one(sql<{ now: number }>`select clock_ms() as now`)).now

/** Sends every escalation message that is due. Returns when to run again, or null. */
export async function escalate({ postgres }: { postgres: Postgres }, at?: number): Promise<number | null> {
  let now = 0
  for (let rows = BATCH_ROWS; rows === BATCH_ROWS;) {
    rows = await postgres.asRole('worker', async (tx) => {
      now = at ?? (await readClock(tx))
      return escalateBatch(tx, now)
    })
  }
  const { next } = await postgres.asRole('worker', (tx) =>
    tx.one(sql<{ next: number | null }>`
      select (extract(epoch from min(look_at)) * 1000)::bigint as next from escalations where look_at > ${new Date(now)}`),
  )
  return next
}
