import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../../src/platform/clickhouse/index.ts'

type EventTable = 'events' | 'filtered_events'

/** Over three months, so that there are several parts; filtered events are only kept for 30 days. */
export async function insertEvents(
  clickhouse: ClickHouse,
  website_id: number,
  count: number,
  table: EventTable = 'events',
): Promise<void> {
  const months = table === 'events' ? 3 : 1
  const rows = Array.from({ length: count }, (_, n) => ({
    website_id,
    time: new Date(Date.now() - (n % months) * 30 * 86_400_000).toISOString(),
    visitor_id: n,
    pageview_id: n,
    number: 1,
    kind: 'pageview',
    retention_days: 365,
    path: `/${n}`,
  }))
  await clickhouse.insert({ table, token: randomUUID(), rows })
}

const countIn = (table: EventTable) =>
  defineQuery({
    name: 'test.events',
    sql: `SELECT count() AS total FROM ${table} WHERE website_id = {website_id:UInt64}`,
    params: z.object({ website_id: z.int() }),
    row: z.object({ total: integer64 }),
  })

export async function countEvents(
  clickhouse: ClickHouse,
  website_id: number,
  table: EventTable = 'events',
): Promise<number> {
  return (await clickhouse.read(countIn(table), { website_id }))[0]?.total ?? -1
}
