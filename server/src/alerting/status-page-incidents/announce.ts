import { sql, type UserTx } from '../../platform/postgres/index.ts'

/** Rendered pages are cached: the next reader of this one gets what the transaction wrote. */
export async function announcePageChange(tx: UserTx, status_page_id: number): Promise<void> {
  await tx.query(sql`
    select pg_notify('status_pages', concat_ws(' ', '/' || slug, domain)) from status_pages
    where team_id = ${tx.team_id} and id = ${status_page_id}`)
}

/** Each update once, and none of a draft. */
export async function announceUpdate(tx: UserTx, update_id: number): Promise<void> {
  await tx.query(sql`select announce_page_update(${update_id})`)
}
