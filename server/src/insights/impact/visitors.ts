import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../../analytics/websites/index.ts'
import type { Span } from './baseline.ts'

/**
 * Visitors who opened a page in each span. Only page views count: a page that was open when the server went down keeps sending
 * engagement events, which would look like normal traffic.
 */
const VISITORS = defineQuery({
  name: 'insights.visitors',
  sql: `
    SELECT span, uniqExact((day, visitor_id)) AS visitors
    FROM (
      SELECT toDate(time) AS day, visitor_id, toUnixTimestamp64Milli(time) AS ms FROM events
      WHERE website_id = {id:UInt64} AND toDate(time) IN {days:Array(Date)} AND kind = 'pageview'
    )
    ARRAY JOIN arrayFilter((i, f, t) -> ms >= f AND ms < t, arrayEnumerate({from:Array(Int64)}), {from:Array(Int64)}, {to:Array(Int64)}) AS span
    GROUP BY span`,
  params: z.object({
    id: z.int(),
    days: z.array(z.string()),
    from: z.array(z.int()),
    to: z.array(z.int()),
  }),
  row: z.object({ span: z.int(), visitors: integer64 }),
  timeout_seconds: 20,
})

const DAY_MS = 86_400_000
const dayOf = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)

function listDays(spans: readonly Span[]): string[] {
  const days = new Set<string>()
  for (const { from_ms, to_ms } of spans) {
    for (let time_ms = from_ms - (from_ms % DAY_MS); time_ms < to_ms; time_ms += DAY_MS) days.add(dayOf(time_ms))
  }
  return [...days]
}

export async function countVisitors(
  clickhouse: Pick<ClickHouse, 'read'>,
  website: WebsiteRef,
  spans: readonly Span[],
): Promise<(span: Span) => number> {
  const rows = await clickhouse.read(VISITORS, {
    id: website.id,
    days: listDays(spans),
    from: spans.map(({ from_ms }) => from_ms),
    to: spans.map(({ to_ms }) => to_ms),
  })
  const counts = new Map(rows.map(({ span, visitors }) => [spans[span - 1], visitors]))
  return (span) => counts.get(span) ?? 0
}
