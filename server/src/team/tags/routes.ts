import { type ListOf, type UsedTag, usedTagRoutes } from '@sitewatch/contract'
import { serve, type Served } from '../../http/serve.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'

/** The condition on websites is the same as in their index of tags. */
const listTags = (tx: UserTx, { page, pageSize }: { page: number; pageSize: number }): Promise<ListOf<UsedTag>> =>
  listPage(tx, {
    select: sql<UsedTag>`select 'tag' as object, name, monitor_count, website_count`,
    from: sql`from (
      select name, count(*) filter (where not of_website) as monitor_count, count(*) filter (where of_website) as website_count
      from (
        select unnest(tags) as name, false as of_website from monitors where team_id = ${tx.team_id} and deleted_at is null
        union all
        select unnest(tags), true from websites where team_id = ${tx.team_id} and tags <> '{}') used
      group by name) tags`,
    order_by: sql`name`,
    page,
    page_size: pageSize,
  })

export function serveTags(): Served[] {
  return [serve(usedTagRoutes.list, ({ tx, query }) => listTags(tx, query))]
}
