import { problem } from '../../http/problem.ts'
import { type Sql, sql, type UserTx } from '../../platform/postgres/index.ts'

export type Quota = 'websites' | 'monitors' | 'providers' | 'keys'

const COUNTS: Record<Quota, { column: Sql; table: Sql }> = {
  websites: { column: sql`max_websites`, table: sql`websites` },
  monitors: { column: sql`max_monitors`, table: sql`(select user_id from monitors where deleted_at is null) as kept` },
  providers: { column: sql`max_providers`, table: sql`providers` },
  keys: { column: sql`max_keys`, table: sql`api_keys` },
}

/** The user's own limit, or else the operator's; throws when it is reached. Serialised, so two concurrent requests cannot both pass. */
export async function checkQuota(tx: UserTx, quota: Quota, operators: number | undefined): Promise<void> {
  const { column, table } = COUNTS[quota]
  const user = await tx.one(sql<{ own: number | null }>`select ${column} as own from users where id = ${tx.user_id}`)
  const limit = user.own ?? operators
  if (limit === undefined) return
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${quota}`}, ${tx.user_id}))`)
  const { used } = await tx.one(
    sql<{ used: number }>`select count(*) as used from ${table} where user_id = ${tx.user_id}`,
  )
  if (used >= limit) {
    throw problem('limit_reached', {
      detail: `This account is limited to ${limit} ${limit === 1 ? quota.slice(0, -1) : quota}. Delete one, or ask your administrator for a higher limit.`,
    })
  }
}
