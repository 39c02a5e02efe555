import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'

/** As in the statistics: a visit ends after thirty minutes without an event. */
const VISIT_GAP_MS = 30 * MINUTE_MS

/**
 * Visits that began in each minute, for all websites in one statement, one row per website. As in the statistics, every event extends a
 * visit, and it begins with its first activity. A mark is the time of an event and whether it is an activity, in one number. A
 * duplicate event changes nothing, so FINAL is not needed.
 */
const VISITS = defineQuery({
  name: 'silent_outages.visits',
  sql: `
    SELECT website_id, groupArray(minute) AS minutes, groupArray(visits) AS counts
    FROM (
      SELECT website_id, intDiv(start_ms, ${MINUTE_MS}) AS minute, count() AS visits
      FROM (
        SELECT website_id, intDiv(arrayJoin(arrayFilter((m, v, before) -> v != before, active, active_visits,
          arrayPushFront(arrayPopBack(active_visits), 0))), 2) AS start_ms
        FROM (
          SELECT website_id, arraySort(groupUniqArray(toUnixTimestamp64Milli(time) * 2 + (kind NOT IN ('engagement', 'vitals')))) AS marks,
            arrayCumSum(arrayMap((m, before) -> intDiv(m, 2) - intDiv(before, 2) > ${VISIT_GAP_MS}, marks,
              arrayPushFront(arrayPopBack(marks), 0))) AS visits_of,
            arrayFilter(m -> m % 2 = 1, marks) AS active, arrayFilter((v, m) -> m % 2 = 1, visits_of, marks) AS active_visits
          FROM events
          WHERE website_id IN {ids:Array(UInt64)}
            AND toDate(time) >= toDate(fromUnixTimestamp64Milli({from:Int64} - ${VISIT_GAP_MS}, 'UTC'))
            AND time >= fromUnixTimestamp64Milli({from:Int64} - ${VISIT_GAP_MS}, 'UTC')
            AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
          GROUP BY website_id, toDate(time), visitor_id
        )
      )
      WHERE start_ms >= {from:Int64}
      GROUP BY website_id, minute
    )
    GROUP BY website_id`,
  params: z.object({ ids: z.array(z.int()), from: z.int(), to: z.int() }),
  row: z.object({ website_id: integer64, minutes: z.array(integer64), counts: z.array(integer64) }),
  timeout_seconds: 30,
  memory_mib: 1024,
  settings: { optimize_aggregation_in_order: 1, compile_expressions: 0, compile_aggregate_expressions: 0 },
})

/** ClickHouse accepts parameters of up to 128 KiB. */
const MAX_IDS = 5000

/** Visits that began in minutes with at least one, in epoch minutes. */
export interface MinuteCounts {
  website_id: number
  minutes: readonly number[]
  counts: readonly number[]
}

export async function countMinutesUnscoped(
  clickhouse: Pick<ClickHouse, 'read'>,
  ids: readonly number[],
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Promise<MinuteCounts[]> {
  const found: MinuteCounts[] = []
  for (let at = 0; at < ids.length; at += MAX_IDS)
    found.push(...(await clickhouse.read(VISITS, { ids: ids.slice(at, at + MAX_IDS), from: from_ms, to: to_ms })))
  return found
}

export interface VisitedPage {
  host: string
  path: string
}

const TOP_PAGE = defineQuery({
  name: 'silent_outages.most_visited',
  sql: `
    SELECT host, path FROM events
    WHERE website_id = {id:UInt64} AND toDate(time) IN {days:Array(Date)} AND kind = 'pageview' AND host != ''
    GROUP BY host, path ORDER BY count() DESC, path LIMIT 1`,
  params: z.object({ id: z.int(), days: z.array(z.string()) }),
  row: z.object({ host: z.string(), path: z.string() }),
})

const DAYS_BACK = 3

/** The most visited page of the last days, which people are likely to open now. */
export async function findMostVisitedUnscoped(
  clickhouse: Pick<ClickHouse, 'read'>,
  id: number,
  now_ms: number,
): Promise<VisitedPage | null> {
  const days = Array.from({ length: DAYS_BACK }, (_, day) => new Date(now_ms - day * DAY_MS).toISOString().slice(0, 10))
  const [page] = await clickhouse.read(TOP_PAGE, { id, days })
  return page ?? null
}
