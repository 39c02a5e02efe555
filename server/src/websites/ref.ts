import { sql, type UserTx } from '../platform/postgres/index.ts'

declare const owned: unique symbol
/** Only a read under row-level security makes one. ClickHouse has no such policies: no question there runs without it. */
export interface WebsiteRef {
  readonly id: number
  readonly timezone: string
  readonly [owned]: true
}

export async function findWebsiteRef(tx: UserTx, id: number): Promise<WebsiteRef | undefined> {
  return tx.maybe(sql<WebsiteRef>`select id, timezone from websites where user_id = ${tx.user_id} and id = ${id}`)
}
