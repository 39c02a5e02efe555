import { HOUR_MS } from '@sitewatch/contract/durations'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import { wallOf } from '@sitewatch/contract/zone'
import { countVisitStarts } from '../../analytics/stats/index.ts'
import type { WebsiteRef } from '../../analytics/websites/index.ts'
import { type HourOfVisits } from './cells.ts'
import { HISTORY_DAYS } from './model.ts'

/** Events may take this long until they are in ClickHouse. */
const LOADED_MS = 10 * 60_000

/** Visits that began in each span, today's included. */
export { countVisitStarts as countVisits }

/**
 * The visits of each hour of the website's clock, from the first one with a visit on: before that, nothing was counted. A zone that is
 * half an hour off has hours that begin at half past in UTC.
 */
export async function readHistory(
  clickhouse: Pick<ClickHouse, 'read'>,
  website: WebsiteRef,
  now_ms: number,
): Promise<HourOfVisits[]> {
  const latest_ms = now_ms - LOADED_MS
  const to_ms = latest_ms - (wallOf(latest_ms, website.timezone) % HOUR_MS)
  const spans = Array.from({ length: HISTORY_DAYS * 24 }, (_, index) => {
    const from_ms = to_ms - (HISTORY_DAYS * 24 - index) * HOUR_MS
    return { from_ms, to_ms: from_ms + HOUR_MS }
  })
  const visits = await countVisitStarts(clickhouse, website, spans)
  const first = visits.findIndex((each) => each > 0)
  if (first < 0) return []
  return spans.slice(first).map(({ from_ms }, index) => ({ hour_ms: from_ms, visits: visits[first + index] ?? 0 }))
}
