import { sql, type UserTx } from '../../platform/postgres/index.ts'

declare const owned: unique symbol
/** Created only by a read under row-level security. ClickHouse has no such policies: every query there requires one. */
export interface WebsiteRef {
  readonly id: number
  readonly timezone: string
  readonly [owned]: true
}

export async function findWebsiteRef(tx: UserTx, id: number): Promise<WebsiteRef | undefined> {
  return tx.maybe(sql<WebsiteRef>`select id, timezone from websites where user_id = ${tx.user_id} and id = ${id}`)
}

export interface WebsiteLine extends WebsiteRef {
  readonly domain: string
  readonly favorite: boolean
  readonly tracking_id: string
  readonly first_event_at: string | null
}

/** All websites of a user, favourites first. */
export function listWebsiteLines(tx: UserTx): Promise<WebsiteLine[]> {
  return tx.query(sql<WebsiteLine>`
    select id, timezone, domain, favorite, tracking_id, first_event_at from websites
    where user_id = ${tx.user_id} order by favorite desc, domain`)
}
