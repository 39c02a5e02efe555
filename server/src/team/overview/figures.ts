import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, ClickHouseUnavailable, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../../analytics/websites/index.ts'

export const HOURS = 24
const NOW_MS = 5 * 60_000

export interface WebsiteFigures {
  visitors_now: number
  visitors_24h: number
  hourly: number[]
}

export interface SilentWebsite {
  website_id: number
  last_ms: number
}

/** A visitor as in the statistics: one who did something, counted once for each UTC day. */
const IS_ACTIVE = `kind NOT IN ('engagement', 'vitals')`

/**
 * All websites in one query. The hours of a visitor are one number with a bit for each hour, so that one pass in the order of the
 * table is enough; a duplicate event changes nothing, so FINAL is not needed.
 */
const FIGURES = defineQuery({
  name: 'overview.figures',
  sql: `
    SELECT website_id, countIf(last_ms >= {now_from:Int64}) AS visitors_now, count() AS visitors_24h,
      sumForEach(arrayMap(i -> bitTest(hours, i), range(${HOURS}))) AS hourly
    FROM (
      SELECT website_id, toDate(time) AS day, visitor_id, max(toUnixTimestamp64Milli(time)) AS last_ms,
        groupBitOr(bitShiftLeft(toUInt32(1), toUInt8(intDiv(toUnixTimestamp64Milli(time) - {from:Int64}, ${HOUR_MS})))) AS hours
      FROM events
      WHERE website_id IN {ids:Array(UInt64)} AND toDate(time) >= toDate(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
        AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
        AND ${IS_ACTIVE}
      GROUP BY website_id, day, visitor_id
    )
    GROUP BY website_id`,
  params: z.object({ ids: z.array(z.int()), from: z.int(), to: z.int(), now_from: z.int() }),
  row: z.object({
    website_id: integer64,
    visitors_now: integer64,
    visitors_24h: integer64,
    hourly: z.array(integer64).length(HOURS),
  }),
  timeout_seconds: 3,
  settings: { optimize_aggregation_in_order: 1, compile_expressions: 0, compile_aggregate_expressions: 0 },
})

const DAYS_BEFORE = 7
const MIN_ACTIVE_DAYS = 5

/** Websites without a visitor in the last 24 hours that had visitors on most of the days before. */
const SILENT = defineQuery({
  name: 'overview.silent',
  sql: `
    SELECT website_id, max(toUnixTimestamp64Milli(time)) AS last_ms FROM events
    WHERE website_id IN {ids:Array(UInt64)} AND toDate(time) >= toDate(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
      AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND ${IS_ACTIVE}
    GROUP BY website_id
    HAVING uniqExact(intDiv(toUnixTimestamp64Milli(time) - {from:Int64}, ${DAY_MS})) >= ${MIN_ACTIVE_DAYS}`,
  params: z.object({ ids: z.array(z.int()), from: z.int(), to: z.int() }),
  row: z.object({ website_id: integer64, last_ms: integer64 }),
  timeout_seconds: 3,
})

type Reader = Pick<ClickHouse, 'read'>

/** Websites without visitors are left out. */
export async function readFigures(
  clickhouse: Reader,
  websites: readonly WebsiteRef[],
  to_ms: number,
): Promise<Map<number, WebsiteFigures>> {
  if (websites.length === 0) return new Map()
  const ids = websites.map(({ id }) => id)
  const rows = await clickhouse.read(FIGURES, { ids, from: to_ms - DAY_MS, to: to_ms, now_from: to_ms - NOW_MS })
  return new Map(rows.map(({ website_id, ...figures }) => [website_id, figures]))
}

export async function readSilent(
  clickhouse: Reader,
  websites: readonly WebsiteRef[],
  to_ms: number,
): Promise<SilentWebsite[]> {
  if (websites.length === 0) return []
  const to = to_ms - DAY_MS
  return clickhouse.read(SILENT, { ids: websites.map(({ id }) => id), from: to - DAYS_BEFORE * DAY_MS, to })
}

/** Null when ClickHouse is unavailable or takes longer than a person waits for the overview. */
export async function withTimeLimit<T>(work: Promise<T>, limit_ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), limit_ms)))
  const settled = work.catch((error: unknown) => {
    if (error instanceof ClickHouseUnavailable) return null
    throw error
  })
  try {
    return await Promise.race([settled, timeout])
  } finally {
    clearTimeout(timer)
  }
}
