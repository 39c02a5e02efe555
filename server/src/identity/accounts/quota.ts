import { problem } from '../../http/problem.ts'
import { type Sql, sql, type UserTx } from '../../platform/postgres/index.ts'

export type Quota = 'websites' | 'monitors' | 'providers' | 'keys'

const COUNTS: Record<Quota, { column: Sql; used: Sql }> = {
  websites: {
    column: sql`max_websites`,
    used: sql`(select count(*) from websites where team_id = current_team_id())`,
  },
  monitors: {
    column: sql`max_monitors`,
    used: sql`(select count(*) from monitors where team_id = current_team_id() and deleted_at is null)`,
  },
  providers: {
    column: sql`max_providers`,
    used: sql`(select count(*) from providers where team_id = current_team_id())`,
  },
  keys: { column: sql`max_keys`, used: sql`count_team_keys()` },
}

/**
 * Applies the team's own limit, or else the operator's. Throws if `more` records would exceed it. Serialised, so two concurrent requests
 * cannot both pass.
 */
export async function checkQuota(tx: UserTx, quota: Quota, operatorLimit: number | undefined, more = 1): Promise<void> {
  const { column, used: counted } = COUNTS[quota]
  const team = await tx.one(sql<{ own: number | null }>`select ${column} as own from teams where id = ${tx.team_id}`)
  const limit = team.own ?? operatorLimit
  if (limit === undefined) return
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${quota}`}, ${tx.team_id}))`)
  const { used } = await tx.one(sql<{ used: number }>`select ${counted} as used`)
  if (used + more > limit) {
    throw problem('limit_reached', {
      detail: `This team is limited to ${limit} ${limit === 1 ? quota.slice(0, -1) : quota}. Delete one, or ask your administrator for a higher limit.`,
    })
  }
}
