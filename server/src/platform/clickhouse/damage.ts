import { z } from 'zod'
import type { ClickHouse } from './clickhouse.ts'
import { defineQuery } from './query.ts'

type Store = Pick<ClickHouse, 'read'>

const findDetached = defineQuery({
  name: 'clickhouse.damaged_parts',
  sql: `SELECT table, name FROM system.detached_parts
    WHERE database = currentDatabase() AND reason LIKE '%broken%' ORDER BY table, name LIMIT 1000`,
  params: z.object({}),
  row: z.object({ table: z.string(), name: z.string() }),
})

/**
 * Parts that ClickHouse found damaged when it opened their table, and moved aside: their rows are missing from every answer, which
 * is otherwise a success.
 */
export async function listDamagedParts(clickhouse: Store): Promise<string[]> {
  return (await clickhouse.read(findDetached, {})).map(({ table, name }) => `${table}/${name}`)
}

export const describeDamage = (parts: readonly string[]): string =>
  `${parts.length} damaged ${parts.length === 1 ? 'part' : 'parts'} of the history (${parts.slice(0, 3).join(', ')}${parts.length > 3 ? ', …' : ''})`

const checkParts = (table: string) =>
  defineQuery({
    name: 'clickhouse.check_table',
    sql: `CHECK TABLE ${table}`,
    params: z.object({}),
    row: z.object({ part_path: z.string(), is_passed: z.union([z.boolean(), z.int()]), message: z.string() }),
    settings: { check_query_single_value_result: 0, max_threads: 1 },
    timeout_seconds: 60,
  })

/** The table has parts that cannot be read. */
class DamagedTable extends Error {
  override name = 'DamagedTable'

  constructor(table: string, part: string, message: string) {
    super(
      `The table ${table} of the history is damaged (${part}: ${message.split('\n', 1)[0]?.slice(0, 200)}). ` +
        'No backup was made, and old backups were kept. See "A part of the history is damaged" in the documentation.',
    )
  }
}

/**
 * Compares every file of a table with its checksums. Throws DamagedTable. A check that cannot run (no privilege on a server, more than a
 * minute) prevents no backup: its export reads all columns and fails at a wrong checksum, too.
 */
export async function checkTable(clickhouse: Store, table: string, name = table): Promise<void> {
  const parts = await clickhouse.read(checkParts(table), {}).catch(() => [])
  const failed = parts.find(({ is_passed }) => !is_passed)
  if (failed) throw new DamagedTable(name, failed.part_path, failed.message)
}
