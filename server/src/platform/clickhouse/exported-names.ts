import { z } from 'zod'
import type { ClickHouse, ExportedNames } from './clickhouse.ts'
import { defineQuery } from './query.ts'

const readColumns = defineQuery({
  name: 'clickhouse.columns',
  sql: `
    SELECT name, type FROM system.columns
    WHERE database = currentDatabase() AND table = {table:String} ORDER BY position`,
  params: z.object({ table: z.string() }),
  row: z.object({ name: z.string(), type: z.string() }),
})

/** ClickHouse finds the columns of an import by their names, and leaves out one that the table calls something else. */
export async function describeExported(clickhouse: ClickHouse, table: string, names: ExportedNames): Promise<string> {
  const columns = await clickhouse.read(readColumns, { table })
  return columns.map(({ name, type }) => `${names[name] ?? name} ${type}`).join(', ')
}
