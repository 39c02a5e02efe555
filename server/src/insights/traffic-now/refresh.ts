import { setTimeout as wait } from 'node:timers/promises'
import { findWebsiteRef } from '../../analytics/websites/index.ts'
import { type TrafficWindow, WINDOW_SECONDS } from '../../monitoring/second-opinion/index.ts'
import { type ClickHouse, ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import type { Log } from '../../platform/log.ts'
import { EntryRefused, type Postgres } from '../../platform/postgres/index.ts'
import { type Loop, UNWATCHED } from '../../platform/progress.ts'
import { countVisits, expectVisits, findTrafficModel } from '../expected-traffic/index.ts'
import { type TrafficRequest, listRequestsUnscoped, saveTrafficUnscoped } from './store.ts'

export interface RefreshParts {
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'read'>
  log: Log
}

/** When thousands of monitors fail at once, the network of Sitewatch is the likely cause, and the rest are confirmed as usual. */
const MAX_PER_RUN = 100
/** The share of the counts of normal traffic that lies within the interval. */
const COVERAGE = 0.99
const POLL_MS = 1000

/** Null when the website does not exist any more, or has too little history for a prediction. */
async function countWindows(
  { postgres, clickhouse }: RefreshParts,
  { team_id, website_id, complete_until: to_ms }: TrafficRequest,
): Promise<TrafficWindow[] | null> {
  const found = await postgres.asUser(
    { team_id, system: true },
    async (tx) => {
      const website = await findWebsiteRef(tx, website_id)
      const model = website && (await findTrafficModel(tx, website_id))
      return website && model ? { website, model } : null
    },
    { readOnly: true },
  )
  if (!found) return null
  const { website, model } = found
  const spans = WINDOW_SECONDS.map((seconds) => ({ from_ms: to_ms - seconds * 1000, to_ms }))
  const counts = await countVisits(clickhouse, website, spans)
  return WINDOW_SECONDS.map((seconds, n) => {
    const { visits: expected, low, high } = expectVisits(model, spans[n] ?? { from_ms: to_ms, to_ms }, COVERAGE)
    return { seconds, visits: counts[n] ?? 0, expected, low, high }
  })
}

async function refreshOne(parts: RefreshParts, request: TrafficRequest): Promise<void> {
  const windows = await countWindows(parts, request).catch((error: unknown) => {
    if (error instanceof ClickHouseUnavailable) throw error
    // A suspended team is refused entry. Any other error is logged: one website must not block the others.
    if (!(error instanceof EntryRefused))
      parts.log.error({ err: error, website_id: request.website_id }, 'counting the traffic of a website failed')
    return null
  })
  await parts.postgres.asRole('worker', (tx) => saveTrafficUnscoped(tx, request, windows))
}

/** Counts the visits of websites with a check in doubt. Returns how many there were. */
export async function refreshTraffic(parts: RefreshParts): Promise<number> {
  const requests = await parts.postgres.asRole('worker', (tx) => listRequestsUnscoped(tx, MAX_PER_RUN), {
    readOnly: true,
  })
  for (const each of requests) {
    try {
      await refreshOne(parts, each)
    } catch (error) {
      // Counts that are not refreshed become too old to be used.
      if (!(error instanceof ClickHouseUnavailable)) throw error
      parts.log.debug({ err: error }, 'traffic not counted: ClickHouse is unavailable')
      return requests.length
    }
  }
  return requests.length
}

export interface TrafficRefresh {
  stop(): Promise<void>
}

/** Polls every second for requests of checks: a job would wait for its turn, and the counts are useful only for seconds. */
export function startTrafficRefresh(
  parts: RefreshParts,
  { loop = UNWATCHED, poll_ms = POLL_MS }: { loop?: Loop; poll_ms?: number } = {},
): TrafficRefresh {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      loop.begin()
      await refreshTraffic(parts).then(
        () => loop.end(),
        (error: unknown) => {
          loop.end(error)
          parts.log.warn({ err: error }, 'traffic of websites in doubt could not be counted')
        },
      )
      await wait(poll_ms, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      loop.stop()
    },
  }
}
