import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { ClickHouse } from './clickhouse.ts'
import { defineQuery, integer64 } from './query.ts'

/** The column that says whose a row is: of a website, or of a team. */
type ScopeColumn = 'website_id' | 'team_id'

/** Every table with that column is purged: the rows themselves, and each table that is derived from them. */
const findTables = defineQuery({
  name: 'clickhouse.tables_to_purge',
  sql: `
    SELECT name FROM system.tables
    WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
      AND name IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = {column:String})
    ORDER BY name`,
  params: z.object({ column: z.string() }),
  row: z.object({ name: z.string().regex(/^\w+$/) }),
})

export const listTablesOf = async (clickhouse: ClickHouse, column: ScopeColumn): Promise<string[]> =>
  (await clickhouse.read(findTables, { column })).map(({ name }) => name)

const countRows = (table: string, column: ScopeColumn) =>
  defineQuery({
    name: 'clickhouse.rows_to_purge',
    sql: `SELECT count() AS total FROM ${table} WHERE ${column} IN {ids:Array(UInt64)}`,
    params: z.object({ ids: z.array(z.int()) }),
    row: z.object({ total: integer64 }),
  })

const POLL_MS = 250
const MAX_WAIT_MS = 10 * 60_000

interface Purge {
  column: ScopeColumn
  ids: readonly number[]
  onProgress?: (percent: number) => Promise<void>
}

/**
 * Deletes the rows permanently, not with a mask that a later merge applies. ClickHouse does it in the background, so that inserts need
 * not wait; this polls its progress. True when no row is left. Repeating it, after a restart or too often, does no harm: ClickHouse
 * does not touch parts without such rows.
 */
export async function purgeRows(clickhouse: ClickHouse, { column, ids: given, onProgress }: Purge): Promise<boolean> {
  const ids = [...given]
  const tables = await listTablesOf(clickhouse, column)
  const count = async (table: string): Promise<number> =>
    (await clickhouse.read(countRows(table, column), { ids }))[0]?.total ?? 0
  const countAll = async (): Promise<number> => (await Promise.all(tables.map(count))).reduce((sum, n) => sum + n, 0)

  const total = await countAll()
  if (total === 0) return true
  for (const table of tables) {
    await clickhouse.execute(
      `ALTER TABLE ${table} DELETE WHERE ${column} IN {ids:Array(UInt64)} SETTINGS mutations_sync = 0`,
      { ids },
    )
  }
  const until = Date.now() + MAX_WAIT_MS
  while (Date.now() < until) {
    const left = await countAll()
    if (left === 0) return true
    await onProgress?.(Math.floor((100 * Math.max(0, total - left)) / total))
    await wait(POLL_MS)
  }
  return false
}
