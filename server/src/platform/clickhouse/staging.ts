import type { ClickHouse } from './clickhouse.ts'

interface StagedRows {
  table: string
  ndjson: string | Uint8Array
}

/**
 * Puts the rows of an insert into a staging table, for SQL that compares them with `table`. The table is in memory, so an engine
 * restart clears it. Supports one caller at a time per table. The next call drops the rows of a failed one.
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
