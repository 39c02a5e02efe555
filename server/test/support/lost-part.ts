import { rmSync } from 'node:fs'
import { z } from 'zod'
import { type ClickHouse, defineQuery } from '../../src/platform/clickhouse/index.ts'

const findParts = defineQuery({
  name: 'test.parts',
  sql: `
    SELECT path FROM system.parts WHERE database = currentDatabase() AND table = {table:String} AND active
    ORDER BY max_block_number DESC LIMIT 1`,
  params: z.object({ table: z.string() }),
  row: z.object({ path: z.string() }),
})

/** Stops merges, so that the part of the last insert can be removed alone. */
export async function keepParts(clickhouse: ClickHouse, tables: readonly string[]): Promise<void> {
  for (const table of tables) await clickhouse.execute(`SYSTEM STOP MERGES ${table}`)
}

/** The state after a kill between recording the token and renaming the part: the token, but no part. Closes the connection. */
export async function loseLastPart(clickhouse: ClickHouse, table: string): Promise<void> {
  const [part] = await clickhouse.read(findParts, { table })
  if (!part) throw new Error(`${table} has no part`)
  await clickhouse.close()
  rmSync(part.path, { recursive: true })
}
