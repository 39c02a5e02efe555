import { sql, type UserTx } from '../../platform/postgres/index.ts'

/** Invalidates the cached page on commit, so that the next reader gets what the transaction wrote. */
export async function announcePageChange(tx: UserTx, status_page_id: number): Promise<void> {
  await tx.query(sql`
    select pg_notify('status_pages', concat_ws(' ', '/' || slug, domain)) from status_pages
    where team_id = ${tx.team_id} and id = ${status_page_id}`)
}

/** Announces each update once, and none of a draft. */
export async function announceUpdate(tx: UserTx, update_id: number): Promise<void> {
  await tx.query(sql`select announce_page_update(${update_id})`)
}
