import { emptySql, sql, type UserTx } from '../../platform/postgres/index.ts'

declare const owned: unique symbol
/** Created only by a read under row-level security. ClickHouse has no such policies: every query there requires one. */
export interface WebsiteRef {
  readonly id: number
  readonly timezone: string
  readonly [owned]: true
}

export async function findWebsiteRef(tx: UserTx, id: number): Promise<WebsiteRef | undefined> {
  return tx.maybe(sql<WebsiteRef>`select id, timezone from websites where team_id = ${tx.team_id} and id = ${id}`)
}

export const findWebsiteName = (tx: UserTx, id: number): Promise<{ id: number; domain: string } | undefined> =>
  tx.maybe(
    sql<{ id: number; domain: string }>`select id, domain from websites where team_id = ${tx.team_id} and id = ${id}`,
  )

export interface WebsiteLine extends WebsiteRef {
  readonly domain: string
  readonly favorite: boolean
  readonly tracking_id: string
  readonly first_event_at: string | null
  readonly tags: string[]
}

/** All websites of a team, or those with a tag; the user's favourites first. */
export function listWebsiteLines(tx: UserTx, tag?: string): Promise<WebsiteLine[]> {
  return tx.query(sql<WebsiteLine>`
    select w.id, w.timezone, w.domain, coalesce(p.favorite, false) as favorite, w.tracking_id, w.first_event_at, w.tags
    from websites w left join website_preferences p
      on p.team_id = w.team_id and p.user_id = ${tx.user_id} and p.website_id = w.id
    where w.team_id = ${tx.team_id} ${tag === undefined ? emptySql : sql`and w.tags @> array[${tag}]`}
    order by coalesce(p.favorite, false) desc, w.domain`)
}
