import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../server/src/platform/clickhouse/index.ts'

const readSize = defineQuery({
  name: 'bench.size',
  sql: `SELECT sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
    WHERE database = currentDatabase() AND table = 'events' AND active`,
  params: z.object({}),
  row: z.object({ rows: integer64, bytes: integer64 }),
})

const readColumns = defineQuery({
  name: 'bench.columns',
  sql: `SELECT name, data_compressed_bytes AS bytes FROM system.columns
    WHERE database = currentDatabase() AND table = 'events' ORDER BY bytes DESC`,
  params: z.object({}),
  row: z.object({ name: z.string(), bytes: integer64 }),
})

/** Measures the bytes on disk per event after merging. */
export async function measureSize(
  clickhouse: ClickHouse,
): Promise<{ bytes_per_event: number; rows: number; columns: Record<string, number> }> {
  await clickhouse.execute('OPTIMIZE TABLE events FINAL')
  const [size] = await clickhouse.read(readSize, {})
  if (!size || size.rows === 0) throw new Error('there are no events')
  const columns = await clickhouse.read(readColumns, {})
  return {
    bytes_per_event: Number((size.bytes / size.rows).toFixed(1)),
    rows: size.rows,
    columns: Object.fromEntries(
      columns.slice(0, 12).map(({ name, bytes }) => [name, Number((bytes / size.rows).toFixed(2))]),
    ),
  }
}
