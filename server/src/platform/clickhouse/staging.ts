import type { ClickHouse } from './index.ts'

interface StagedRows {
  table: string
  ndjson: string | Uint8Array
}

/**
 * The rows of a load in a table of their own, for SQL that compares them with what `table` has. In memory, so whatever ends the
 * engine empties it. One caller at a time for each table; what a failed one left is dropped by the next.
 */
export async function withStagedRows(
  clickhouse: ClickHouse,
  { table, ndjson }: StagedRows,
  fn: (staged: string) => Promise<void>,
): Promise<void> {
  const staged = `repeated_${table}`
  await clickhouse.execute(`DROP TABLE IF EXISTS ${staged} SYNC`)
  await clickhouse.execute(`CREATE TABLE ${staged} AS ${table} ENGINE = Memory`)
  await clickhouse.insert({ table: staged, token: 'staged', ndjson })
  await fn(staged)
  await clickhouse.execute(`DROP TABLE IF EXISTS ${staged} SYNC`)
}
