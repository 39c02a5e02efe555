import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { refuseOlderCheckout } from '../older-checkout.ts'
import { DATABASE } from './engine.ts'
import { ClickHouseUnavailable } from './failure.ts'
import type { ClickHouse } from './clickhouse.ts'
import { defineQuery } from './query.ts'
import { ForeignHistoryStore } from './store-identity.ts'

/** Where checkouts before the baseline recorded their migrations. */
export const OLDER_MIGRATIONS = 'sitewatch_migrations'

/** By its files, because an engine that opens the folder already writes to it. */
export function refuseOlderFolder({
  CLICKHOUSE_URL,
  SITEWATCH_DATA_DIR,
}: Pick<Config, 'SITEWATCH_DATA_DIR' | 'CLICKHOUSE_URL'>): void {
  if (CLICKHOUSE_URL !== undefined) return
  const folder = path.resolve(SITEWATCH_DATA_DIR)
  if (!existsSync(path.join(folder, 'metadata', DATABASE, `${OLDER_MIGRATIONS}.sql`))) return
  throw new ForeignHistoryStore(refuseOlderCheckout(`The history in ${folder}`))
}

const findTable = defineQuery({
  name: 'clickhouse.older_migrations',
  sql: 'SELECT name FROM system.tables WHERE database = currentDatabase() AND name = {name:String}',
  params: z.object({ name: z.string() }),
  row: z.object({ name: z.string() }),
})

export async function refuseOlderServer(clickhouse: ClickHouse): Promise<void> {
  const found = await clickhouse.read(findTable, { name: OLDER_MIGRATIONS }).catch((error: unknown) => {
    // A server without the database.
    if (error instanceof ClickHouseUnavailable && error.reason === 'not_migrated') return []
    throw error
  })
  if (found.length > 0) throw new ForeignHistoryStore(refuseOlderCheckout('The history of this ClickHouse server'))
}
