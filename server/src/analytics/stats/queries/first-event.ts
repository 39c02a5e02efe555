import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../../websites/index.ts'

/** In the order of the table, so that no more than the first day is read. */
const firstOf = (name: string, condition: string) =>
  defineQuery({
    name,
    sql: `
    SELECT toUnixTimestamp64Milli(time) AS time_ms FROM events
    WHERE website_id = {website_id:UInt64} ${condition}
    ORDER BY website_id, toDate(time), time LIMIT 1`,
    params: z.object({ website_id: z.int() }),
    row: z.object({ time_ms: integer64 }),
  })

const firstEvent = firstOf('stats.first_event', '')
const firstCollected = firstOf('stats.first_collected_event', 'AND import_id = 0')

type Reader = Pick<ClickHouse, 'read'>

/** The oldest event that is still kept; undefined without any. */
export async function readFirstEvent(clickhouse: Reader, website: WebsiteRef): Promise<number | undefined> {
  const [row] = await clickhouse.read(firstEvent, { website_id: website.id })
  return row?.time_ms
}

/** The oldest one that was not imported. */
export async function readFirstCollected(clickhouse: Reader, website: WebsiteRef): Promise<number | undefined> {
  const [row] = await clickhouse.read(firstCollected, { website_id: website.id })
  return row?.time_ms
}
