import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../server/src/platform/clickhouse/index.ts'

const readSize = defineQuery({
  name: 'bench.stats_bytes',
  sql: `SELECT sum(bytes_on_disk) AS bytes FROM system.parts
    WHERE database = currentDatabase() AND active AND table IN ('events', 'event_days', 'stats_days', 'stats_visits', 'stats_builds')`,
  params: z.object({}),
  row: z.object({ bytes: integer64 }),
})

/** Bytes on disk of the events and everything that is precomputed from them. */
export async function readBytes(clickhouse: ClickHouse): Promise<number> {
  const [size] = await clickhouse.read(readSize, {})
  return size?.bytes ?? 0
}
