import { setTimeout as delay } from 'node:timers/promises'
import type { ProcessParts } from './parts.ts'

const PING_TIMEOUT_MS = 2000
const CACHE_MS = 2000

/**
 * Whether the history store answers, checked at most every two seconds. The embedded engine is not opened for this: it runs in this
 * process, and its last result is used.
 */
export function createHistoryStatus({ clickhouse }: Pick<ProcessParts, 'clickhouse'>): () => Promise<boolean> {
  let cached = { isUp: Promise.resolve(true), until_ms: 0 }
  return () => {
    if (clickhouse.kind === 'embedded') return Promise.resolve(clickhouse.isAvailable)
    if (performance.now() >= cached.until_ms) {
      const isUp = Promise.race([clickhouse.ping(), delay(PING_TIMEOUT_MS, false, { ref: false })])
      cached = { isUp, until_ms: performance.now() + CACHE_MS }
    }
    return cached.isUp
  }
}

export const listDegradedBy =
  ({ clickhouse }: Pick<ProcessParts, 'clickhouse'>, isUp: () => Promise<boolean>) =>
  async (): Promise<string[]> => [
    ...((await isUp()) ? [] : ['clickhouse']),
    ...(clickhouse.damaged_parts.length > 0 ? ['history_damaged'] : []),
  ]
