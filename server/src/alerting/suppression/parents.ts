import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { Parent } from './plan.ts'

export interface MonitorRef {
  team_id: number
  monitor_id: number
}

export interface FoundParent extends Parent {
  is_flapping: boolean
}

interface Row {
  child_id: number
  monitor_id: number
  status: 'pending' | 'up' | 'suspected' | 'down' | 'recovering' | 'paused'
  is_unknown: boolean
  is_flapping: boolean
  first_failure_at: number | null
  checked_at: number | null
  recovered_at: number | null
}

/** By monitor. A monitor without parents has no entry. */
export async function readParents(
  tx: RoleTx<'worker'>,
  monitors: readonly MonitorRef[],
): Promise<Map<number, FoundParent[]>> {
  const rows = await tx.query(sql<Row>`
    with recursive above (team_id, child_id, monitor_id) as (
      select d.team_id, d.monitor_id, d.parent_id
      from unnest(${monitors.map(({ team_id }) => team_id)}::bigint[], ${monitors.map(({ monitor_id }) => monitor_id)}::bigint[])
        as t (team_id, monitor_id)
        join monitor_dependencies d on d.team_id = t.team_id and d.monitor_id = t.monitor_id
      union
      select a.team_id, a.child_id, d.parent_id
      from above a join monitor_dependencies d on d.team_id = a.team_id and d.monitor_id = a.monitor_id)
    select a.child_id, a.monitor_id, s.status, s.unknown is not null as is_unknown, s.flapping as is_flapping, s.first_failure_at,
      s.last_checked_at as checked_at, (
        select (extract(epoch from i.resolved_at) * 1000)::bigint from incidents i
        where i.team_id = a.team_id and i.monitor_id = a.monitor_id and i.resolved_at is not null
        order by i.started_at desc limit 1) as recovered_at
    from above a join monitor_state s on s.team_id = a.team_id and s.monitor_id = a.monitor_id and s.location = ''`)
  const parents = rows.map(({ child_id, status, is_unknown, first_failure_at, ...row }) => ({
    ...row,
    child_id,
    is_down: status === 'down' || status === 'recovering',
    is_confirming: first_failure_at !== null,
    is_observed: status !== 'paused' && !is_unknown,
  }))
  return Map.groupBy(parents, ({ child_id }) => child_id)
}

/**
 * Makes their next check due at once. A row that is locked or claimed is being checked already; waiting for it could deadlock with a batch
 * that records it.
 */
export async function checkNow(tx: RoleTx<'worker'>, monitor_ids: readonly number[], now: number): Promise<void> {
  if (monitor_ids.length === 0) return
  await tx.execute(sql`
    update monitor_state s set next_due_at = greatest(${now}, s.last_slot + 1)
    from (select monitor_id, location from monitor_state
      where monitor_id = any(${monitor_ids}::bigint[]) and next_due_at > ${now} and claimed_by = 0
      for update skip locked) due
    where s.monitor_id = due.monitor_id and s.location = due.location`)
}
