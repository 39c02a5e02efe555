import type { OnIncidentChange } from '../../monitoring/checks/index.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { markSuppressed } from './hold.ts'
import { type MonitorRef, readParents } from './parents.ts'
import { type AlertPlan, planAlert } from './plan.ts'

interface HeldRow extends MonitorRef {
  incident_id: number
  started_at: number
  confirmed_at: number
  is_resolved: boolean
  is_recovering: boolean
  checked_at: number | null
}

const BATCH_ROWS = 500

/** Locks the incidents as well; otherwise one that is resolved meanwhile would be alerted after its end. */
const lockHeld = (tx: RoleTx<'worker'>, now: number): Promise<HeldRow[]> =>
  tx.query(sql<HeldRow>`
    select h.team_id, h.incident_id, i.monitor_id, (extract(epoch from i.started_at) * 1000)::bigint as started_at,
      (extract(epoch from i.confirmed_at) * 1000)::bigint as confirmed_at, i.resolved_at is not null as is_resolved,
      coalesce(s.status = 'recovering', false) as is_recovering, s.last_checked_at as checked_at
    from held_alerts h join incidents i on i.team_id = h.team_id and i.id = h.incident_id
      left join monitor_state s on s.team_id = i.team_id and s.monitor_id = i.monitor_id and s.location = ''
    where h.look_at <= to_timestamp(${now} / 1000.0)
    order by h.look_at limit ${BATCH_ROWS} for update of h, i skip locked`)

async function keep(tx: RoleTx<'worker'>, kept: readonly { row: HeldRow; look_at: number }[]): Promise<void> {
  if (kept.length === 0) return
  await tx.execute(sql`
    update held_alerts h set look_at = to_timestamp(k.look_at / 1000.0)
    from unnest(${kept.map(({ row }) => row.incident_id)}::bigint[], ${kept.map(({ look_at }) => look_at)}::bigint[])
      as k (incident_id, look_at)
    where h.incident_id = k.incident_id`)
}

/** Ends the hold, and records until when a parent suppressed the alert of an incident that is still open. */
async function release(tx: RoleTx<'worker'>, rows: readonly HeldRow[], now: number): Promise<void> {
  const ids = rows.map(({ incident_id }) => incident_id)
  if (ids.length === 0) return
  await tx.execute(sql`delete from held_alerts where incident_id = any(${ids}::bigint[])`)
  await tx.execute(sql`
    update incidents set suppressed_until = ${new Date(now)}
    where id = any(${ids}::bigint[]) and suppressed_by_id is not null and resolved_at is null`)
}

async function releaseBatch(tx: RoleTx<'worker'>, announce: OnIncidentChange, now: number): Promise<number> {
  const rows = await lockHeld(tx, now)
  const parents = await readParents(tx, rows)
  const planned = rows.map((row): { row: HeldRow; plan: AlertPlan } => ({
    row,
    plan: row.is_resolved ? { kind: 'alert' } : planAlert({ now, ...row, parents: parents.get(row.monitor_id) ?? [] }),
  }))
  const kept = planned.flatMap(({ row, plan }) => (plan.kind === 'alert' ? [] : [{ row, look_at: plan.look_at }]))
  await keep(tx, kept)
  await markSuppressed(
    tx,
    planned.flatMap(({ row, plan }) => (plan.kind === 'suppress' ? [{ ...row, by: plan.by }] : [])),
  )
  const done = planned.filter(({ plan }) => plan.kind === 'alert').map(({ row }) => row)
  await release(tx, done, now)
  const alerted = done.filter(({ is_resolved }) => !is_resolved)
  if (alerted.length > 0) {
    await announce(
      tx,
      alerted.map(({ team_id, monitor_id, incident_id }) => ({
        team_id,
        monitor_id,
        incident_id,
        status: 'down',
        kind: 'opened',
        alert: 'send',
      })),
    )
  }
  return rows.length
}

export interface ReleaseParts {
  postgres: Postgres
  /** Announces the changes without holding them again. */
  announce: OnIncidentChange
}

/** Decides again about every held alert that is due. Returns when the next one is due, or null. */
export async function releaseAlerts({ postgres, announce }: ReleaseParts, at?: number): Promise<number | null> {
  const now =
    at ?? (await postgres.asRole('worker', (tx) => tx.one(sql<{ now: number }>`select clock_ms() as now`))).now
  for (let rows = BATCH_ROWS; rows === BATCH_ROWS;) {
    rows = await postgres.asRole('worker', (tx) => releaseBatch(tx, announce, now))
  }
  const { next } = await postgres.asRole('worker', (tx) =>
    tx.one(sql<{ next: number | null }>`
      select (extract(epoch from min(look_at)) * 1000)::bigint as next from held_alerts`),
  )
  return next
}
