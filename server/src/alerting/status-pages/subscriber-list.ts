import type { ListOf, StatusSubscriber } from '@sitewatch/contract'
import { notFound } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { listNewestFirst } from '../../platform/postgres/list-page.ts'

/** Shows only the origin of a webhook URL, because the rest is a secret of its owner. */
const COLUMNS = sql`'status_subscriber' as object, s.id, s.status_page_id, s.channel, coalesce(s.email, w.origin) as name, s.monitor_ids,
  s.website_ids, coalesce(s.confirmed_at, s.created_at) as confirmed_at, s.disabled_at`

const FROM = sql`from status_subscribers s left join status_webhooks w on w.team_id = s.team_id and w.subscriber_id = s.id`

/** Without unconfirmed subscribers, who have not agreed to be on a list. */
export async function listSubscribers(
  tx: UserTx,
  page_id: number,
  { page, pageSize, after }: { page: number; pageSize: number; after?: number | undefined },
): Promise<ListOf<StatusSubscriber>> {
  const found = await tx.maybe(sql<{ id: number }>`
    select id from status_pages where team_id = ${tx.team_id} and id = ${page_id}`)
  if (!found) throw notFound()
  return await listNewestFirst(tx, {
    select: sql<StatusSubscriber>`select ${COLUMNS}`,
    from: sql`${FROM} where s.team_id = ${tx.team_id} and s.status_page_id = ${page_id} and s.confirmed_at is not null`,
    order_by: sql`s.id desc`,
    page,
    page_size: pageSize,
    after,
    follows: sql`s.id < ${after ?? 0}`,
  })
}

export const findSubscriber = (tx: UserTx, id: number): Promise<StatusSubscriber | undefined> =>
  tx.maybe(sql<StatusSubscriber>`
    select ${COLUMNS} ${FROM} where s.team_id = ${tx.team_id} and s.id = ${id} and s.confirmed_at is not null`)

export async function deleteSubscriber(
  tx: UserTx,
  { page_id, id }: { page_id: number; id: number },
): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`
    delete from status_subscribers
    where team_id = ${tx.team_id} and status_page_id = ${page_id} and id = ${id} and confirmed_at is not null`)
  if (deleted === 0) throw notFound()
  return { id }
}
