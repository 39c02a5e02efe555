import type { Escalation, EscalationMessage, EscalationTarget } from '@sitewatch/contract'
import { notFound } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { type EndReason, type EscalationPlan, findPlace } from './plan.ts'

interface Row {
  policy_id: number | null
  policy_name: string
  plan: EscalationPlan
  position: number
  next_at: string | null
  ended: EndReason | null
  is_acknowledged: boolean
  is_resolved: boolean
  is_held: boolean
  created_at: string
}

/** The next run of the task ends an escalation. Until then, its status follows from the incident. */
function findStatus(row: Row): Escalation['status'] {
  if (row.ended) return row.ended
  if (row.is_resolved) return 'resolved'
  if (row.is_acknowledged) return 'acknowledged'
  if (row.policy_id === null) return 'policy_deleted'
  return row.is_held ? 'held' : 'running'
}

function findNext({ plan, position, next_at }: Row): Escalation['next'] {
  const place = next_at === null ? null : findPlace(plan, position)
  return place && next_at !== null ? { ...place, at: next_at } : null
}

/** jsonb does not keep the order of keys. */
const orderTarget = (target: EscalationTarget): EscalationTarget => ({
  provider_id: target.provider_id,
  provider_name: target.provider_name,
  on_call_schedule_id: target.on_call_schedule_id,
  on_call_schedule_name: target.on_call_schedule_name,
  member: target.member,
  outcome: target.outcome,
})

/** The escalation messages of an incident with their recipients, the next message, and the status. */
export async function readEscalation(tx: UserTx, incident_id: number): Promise<Escalation> {
  const row = await tx.maybe(sql<Row>`
    select e.policy_id, e.policy_name, e.plan, e.position, e.next_at, e.ended, i.acknowledged_at is not null as is_acknowledged,
      i.resolved_at is not null as is_resolved,
      e.next_at <= now() and maintained_until(i.team_id, i.monitor_id, now()) is not null as is_held, e.created_at
    from escalations e join incidents i on i.team_id = e.team_id and i.id = e.incident_id
    where e.team_id = ${tx.team_id} and e.incident_id = ${incident_id}`)
  if (!row) throw notFound()
  const messages = await tx.query(sql<EscalationMessage>`
    select step, round, repeat, due_at, at, targets from escalation_messages
    where team_id = ${tx.team_id} and incident_id = ${incident_id} order by position`)
  const status = findStatus(row)
  return {
    object: 'escalation',
    incident_id,
    policy_id: row.policy_id,
    policy_name: row.policy_name,
    steps_count: row.plan.steps.length,
    status,
    next: status === 'running' || status === 'held' ? findNext(row) : null,
    messages: messages.map((message) => ({ ...message, targets: message.targets.map(orderTarget) })),
    created_at: row.created_at,
  }
}
