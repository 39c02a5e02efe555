import type { Actor } from '../../http/auth.ts'
import type { Assignment, ListOf } from '@sitewatch/contract'
import { notFound } from '../../http/problem.ts'
import { requireMonitor } from '../../monitoring/monitors/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'

const COLUMNS = sql`'assignment' as object, id, monitor_id, provider_id, enabled,
  case when rule_id is null then 'manual' else 'rule' end as source, rule_id, created_at, updated_at`

export async function listAssignments(
  tx: UserTx,
  { monitor_id, page, page_size }: { monitor_id: number; page: number; page_size: number },
): Promise<ListOf<Assignment>> {
  await requireMonitor(tx, monitor_id)
  return await listPage(tx, {
    select: sql<Assignment>`select ${COLUMNS}`,
    from: sql`from assignments where team_id = ${tx.team_id} and monitor_id = ${monitor_id}`,
    order_by: sql`id desc`,
    page,
    page_size,
  })
}

/** The monitor, with the provider if it is assigned to it. */
export const findAssigned = (
  tx: UserTx,
  monitor_id: number,
  _actor: Actor,
  { provider_id }: Pick<Assignment, 'provider_id'>,
): Promise<Assigned | undefined> =>
  tx.maybe(sql<Assigned>`
    select m.id, m.friendly_name, a.provider_id, a.enabled
    from monitors m left join assignments a on a.team_id = m.team_id and a.monitor_id = m.id and a.provider_id = ${provider_id}
    where m.team_id = ${tx.team_id} and m.id = ${monitor_id} and m.deleted_at is null`)

interface Assigned {
  id: number
  friendly_name: string
  provider_id: number | null
  enabled: boolean | null
}

/**
 * Posting the same pair again changes `enabled`. Without it, a new assignment is enabled and an existing one keeps its value. Either way it is
 * set by hand from now on, so rules no longer change it.
 */
export async function saveAssignment(
  tx: UserTx,
  { monitor_id, provider_id, enabled }: { monitor_id: number; provider_id: number; enabled: boolean | undefined },
): Promise<{ record: Assignment; isNew: boolean }> {
  await requireMonitor(tx, monitor_id, 'for share')
  const provider = await tx.maybe(sql`
    select 1 from providers where team_id = ${tx.team_id} and id = ${provider_id} for share`)
  if (!provider) throw notFound()
  const row = await tx.one(sql<Assignment & { is_new: boolean }>`
    insert into assignments (team_id, monitor_id, provider_id, enabled)
    values (${tx.team_id}, ${monitor_id}, ${provider_id}, ${enabled ?? true})
    on conflict (team_id, monitor_id, provider_id) do update
      set enabled = coalesce(${enabled ?? null}, assignments.enabled), rule_id = null
    returning ${COLUMNS}, xmax = 0 as is_new`)
  const { is_new, ...record } = row
  return { record, isNew: is_new }
}

/** No rule creates it again. The locks prevent a rule that is being applied from adding it in between. */
export async function deleteAssignment(tx: UserTx, monitor_id: number, provider_id: number): Promise<{ id: number }> {
  await tx.query(sql`select lock_assignment_rules(${tx.team_id}, false)`)
  await requireMonitor(tx, monitor_id, 'for share')
  const row = await tx.maybe(sql<{ id: number }>`
    delete from assignments where team_id = ${tx.team_id} and monitor_id = ${monitor_id} and provider_id = ${provider_id}
    returning id`)
  if (!row) throw notFound()
  await tx.execute(sql`
    insert into removed_assignments (team_id, monitor_id, provider_id) values (${tx.team_id}, ${monitor_id}, ${provider_id})`)
  return row
}
