import type { AuditEntry, AuditFilters, ListOf } from '@sitewatch/contract'
import { joinSql, type Sql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listNewestFirst } from '../../platform/postgres/list-page.ts'

/** `user_id` of other actors is the account that they acted for, which the record names. */
const COLUMNS = sql`'audit_entry' as object, id, action, actor_type, actor_id, actor_name,
  case when actor_type in ('user', 'api_key') then user_id end as user_id, record_type, record_id, record_name, changes, ip_address, created_at`

function fromFiltered(tx: UserTx, filters: AuditFilters, before_id?: number): Sql {
  const { actor_type, user_id, api_key_id, action, record_type, record_id, from, to } = filters
  const conditions = [
    sql`team_id = ${tx.team_id}`,
    ...(actor_type ? [sql`actor_type = ${actor_type}`] : []),
    ...(user_id === undefined ? [] : [sql`user_id = ${user_id} and actor_type in ('user', 'api_key')`]),
    ...(api_key_id === undefined ? [] : [sql`actor_type = 'api_key' and actor_id = ${api_key_id}`]),
    ...(action ? [sql`action = ${action}`] : []),
    ...(record_type ? [sql`record_type = ${record_type}`] : []),
    ...(record_id === undefined ? [] : [sql`record_id = ${record_id}`]),
    ...(from ? [sql`created_at >= ${from}`] : []),
    ...(to ? [sql`created_at < ${to}`] : []),
    ...(before_id === undefined ? [] : [sql`id < ${before_id}`]),
  ]
  return sql`from audit_log where ${joinSql(conditions, ' and ')}`
}

export const listEntries = async (
  tx: UserTx,
  { page, pageSize, after, ...filters }: AuditFilters & { page: number; pageSize: number; after?: number | undefined },
): Promise<ListOf<AuditEntry>> =>
  await listNewestFirst(tx, {
    select: sql<AuditEntry>`select ${COLUMNS}`,
    from: fromFiltered(tx, filters),
    order_by: sql`id desc`,
    page,
    page_size: pageSize,
    after,
    follows: sql`id < ${after ?? 0}`,
  })

export async function countEntries(tx: UserTx, filters: AuditFilters): Promise<number> {
  return (await tx.one(sql<{ total: number }>`select count(*) as total ${fromFiltered(tx, filters)}`)).total
}

/** The next entries of an export, newest first; those made since it began are not part of it. */
export const listEntriesBefore = (
  tx: UserTx,
  filters: AuditFilters,
  { before_id, limit }: { before_id: number; limit: number },
): Promise<AuditEntry[]> =>
  tx.query(sql<AuditEntry>`
    select ${COLUMNS} ${fromFiltered(tx, filters, before_id)} order by id desc limit ${limit}`)
