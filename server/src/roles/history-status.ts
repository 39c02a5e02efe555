import { setTimeout as delay } from 'node:timers/promises'
import type { Parts } from './parts.ts'

const ANSWER_MS = 2000
const KEEP_MS = 2000

/**
 * Whether the history store answers, checked at most every two seconds. The embedded engine is not opened for this: it runs in this
 * process, and its last result is used.
 */
export function createHistoryStatus({ clickhouse }: Pick<Parts, 'clickhouse'>): () => Promise<boolean> {
  let known = { isUp: Promise.resolve(true), until_ms: 0 }
  return () => {
    if (clickhouse.kind === 'embedded') return Promise.resolve(clickhouse.isAvailable)
    if (performance.now() >= known.until_ms) {
      const isUp = Promise.race([clickhouse.ping(), delay(ANSWER_MS, false, { ref: false })])
      known = { isUp, until_ms: performance.now() + KEEP_MS }
    }
    return known.isUp
  }
}

export const listDegradedBy = (isUp: () => Promise<boolean>) => async (): Promise<string[]> =>
  (await isUp()) ? [] : ['clickhouse']
