import type { Log } from './log.ts'

type Store = 'Postgres' | 'ClickHouse'

export interface OutageLog {
  failed(store: Store, error: unknown): void
  answered(store: Store): void
}

interface Outage {
  since_ms: number
  last_ms: number
  refused: number
}

/** The end of an outage may go unnoticed if the store is rarely used. So a failure after this time counts as a new outage. */
const SAME_OUTAGE_MS = 60_000

/** Logs one line when a store becomes unavailable and one when it is back, however many requests were refused in between. */
export function createOutageLog(log: Log): OutageLog {
  const outages = new Map<Store, Outage>()
  return {
    failed(store, error) {
      const now_ms = performance.now()
      const known = outages.get(store)
      if (known && now_ms - known.last_ms < SAME_OUTAGE_MS) {
        known.last_ms = now_ms
        known.refused++
        return
      }
      outages.set(store, { since_ms: now_ms, last_ms: now_ms, refused: 1 })
      const reason = error instanceof Error ? error.message : String(error)
      log.error({ reason }, `${store} is unavailable: requests that need it get 503`)
    },
    answered(store) {
      const ended = outages.get(store)
      if (!ended) return
      outages.delete(store)
      const seconds = Math.round((performance.now() - ended.since_ms) / 100) / 10
      log.info({ seconds, refused_requests: ended.refused }, `${store} is available again`)
    },
  }
}
