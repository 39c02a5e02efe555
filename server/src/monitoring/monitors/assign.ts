import { notFound } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'

/**
 * Writes the assignments of a new monitor: the providers in the request, or else the default ones. Runs once, at creation, so that an
 * assignment that is removed or disabled later stays so. A rule may have assigned some of them already; they then stay when the rule is
 * deleted. The lock makes the deletion of a provider wait until they are written.
 */
export async function assignProviders(
  tx: UserTx,
  monitor_id: number,
  provider_ids: readonly number[] | undefined,
): Promise<void> {
  const chosen = provider_ids === undefined ? sql`is_default` : sql`id = any(${provider_ids})`
  const found = await tx.query(sql<{ id: number }>`
    select id from providers where team_id = ${tx.team_id} and ${chosen} order by id for share`)
  if (provider_ids !== undefined && found.length < provider_ids.length) throw notFound()
  if (found.length === 0) return
  await tx.execute(sql`
    insert into assignments (team_id, monitor_id, provider_id)
    select ${tx.team_id}, ${monitor_id}, id from unnest(${found.map(({ id }) => id)}::bigint[]) as chosen (id)
    on conflict (team_id, monitor_id, provider_id) do update set rule_id = null`)
}
