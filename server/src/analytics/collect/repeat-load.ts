import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64, withStagedRows } from '../../platform/clickhouse/index.ts'
import type { RepeatedLoad } from '../../platform/inbox/index.ts'

type EventTable = 'events' | 'filtered_events'

/** The columns that identify an event: ClickHouse keeps one of the rows with the same values. */
const KEY = 'website_id, toDate(time), visitor_id, pageview_id, number'

const fromMissing = (table: EventTable): string => `
  FROM repeated_${table} WHERE (${KEY}) NOT IN (
    SELECT ${KEY} FROM ${table}
    WHERE website_id IN (SELECT website_id FROM repeated_${table})
      AND time >= (SELECT toStartOfDay(min(time)) FROM repeated_${table})
      AND time < (SELECT toStartOfDay(max(time)) + INTERVAL 1 DAY FROM repeated_${table}))`

const countMissing = (table: EventTable) =>
  defineQuery({
    name: 'collect.missing_of_load',
    sql: `SELECT count() AS rows ${fromMissing(table)}`,
    params: z.object({}),
    row: z.object({ rows: integer64 }),
    timeout_seconds: 60,
  })

/** Arrivals are only compared with earlier counts. One counted twice rebuilds its day; a missed one would leave the day outdated. */
const COUNT_ARRIVALS = `
  INSERT INTO event_days (website_id, day, arrivals, last_arrival, retention_days) SETTINGS insert_deduplicate = 0
  SELECT website_id, toDate(time) AS day, count(), max(now('UTC')), max(retention_days)
  FROM repeated_events GROUP BY website_id, day`

/** Inserts with the token first: a load that is already stored is not written again. Then inserts the rows that are missing. */
export async function repeatEventLoad(clickhouse: ClickHouse, table: EventTable, load: RepeatedLoad): Promise<void> {
  const { token, ndjson } = load
  await clickhouse.insert({ table, token, ndjson })
  await withStagedRows(clickhouse, { table, ndjson }, async () => {
    const [missing] = await clickhouse.read(countMissing(table), {})
    await load.confirm()
    if (missing?.rows !== 0) {
      await clickhouse.execute(
        `INSERT INTO ${table} SETTINGS insert_deduplication_token = '${token} ${randomUUID()}' SELECT * ${fromMissing(table)}`,
      )
    }
    if (table === 'events') await clickhouse.execute(COUNT_ARRIVALS)
  })
}
