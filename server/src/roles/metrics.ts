import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import { defineQuery, integer64 } from '../platform/clickhouse/index.ts'
import { Gauge, readForScrape } from '../platform/metrics.ts'
import { sql } from '../platform/postgres/index.ts'
import { VERSION } from '../version.ts'
import type { ProcessParts } from './parts.ts'

const readFreeSpace = defineQuery({
  name: 'operations.free_space',
  sql: 'SELECT min(unreserved_space) AS bytes FROM system.disks',
  params: z.object({}),
  row: z.object({ bytes: integer64 }),
})

/** Undefined when it is unknown. */
async function readFreeBytes({ clickhouse, config }: ProcessParts): Promise<number | undefined> {
  if (clickhouse.kind === 'server') return (await clickhouse.read(readFreeSpace, {}))[0]?.bytes
  const { bavail, bsize } = await statfs(config.SITEWATCH_DATA_DIR)
  return bavail * bsize
}

/** The metrics of every process. */
export function createProcessMetrics({ metrics, postgres }: ProcessParts): void {
  const registers = [metrics.registry]
  new Gauge({ name: 'sitewatch_build_info', help: 'Running version', labelNames: ['version', 'node'], registers })
    .labels(VERSION, process.versions.node)
    .set(1)
  const pool: Gauge = new Gauge({
    name: 'sitewatch_postgres_pool_connections',
    help: 'Postgres connections by state; "waiting" counts requests queued for a connection or for the share of their team',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle, waiting } = postgres.pool
      pool.labels('used').set(total - idle)
      pool.labels('idle').set(idle)
      pool.labels('waiting').set(waiting)
    },
  })
}

/** The metrics of processes that use the history store. */
export function createHistoryMetrics(parts: ProcessParts, isUp: () => Promise<boolean>): void {
  const registers = [parts.metrics.registry]
  const up: Gauge = new Gauge({
    name: 'sitewatch_clickhouse_up',
    help: '1 while ClickHouse is available',
    registers,
    async collect(): Promise<void> {
      up.set((await isUp()) ? 1 : 0)
    },
  })
  const free: Gauge = new Gauge({
    name: 'sitewatch_clickhouse_free_bytes',
    help: 'Free disk space of ClickHouse',
    registers,
    async collect(): Promise<void> {
      const bytes = await readForScrape(readFreeBytes(parts))
      if (bytes === undefined) free.reset()
      else free.set(bytes)
    },
  })
  const failed: Gauge = new Gauge({
    name: 'sitewatch_deliveries_failed',
    help: 'Failed deliveries that can be retried',
    registers,
    async collect(): Promise<void> {
      const row = await readForScrape(
        parts.postgres.asRole(
          'worker',
          (tx) => tx.one(sql<{ n: number }>`select count(*)::int as n from deliveries where status = 'failed'`),
          { readOnly: true },
        ),
      )
      if (row) failed.set(row.n)
    },
  })
}
