import { type Postgres, sql } from '../postgres/index.ts'
import type { InboxKind } from './kinds.ts'

interface InboxBacklog {
  batches: number
  rows: number
  bytes: number
  oldest_seconds: number
}

export interface InboxGauge {
  readonly backlog: InboxBacklog
  /** The inbox is full: writers must refuse data (or drop what is only history) until the loader has caught up. */
  readonly isFull: boolean
  stop(): void
}

interface GaugeOptions {
  role: 'worker' | 'collector'
  kind: InboxKind
  onError: (error: unknown) => void
  /** 4 GiB: an hour of 2,000 events a second takes under 1 GiB. Not batches: an hour of 500 requests a second is 1,800,000 of them. */
  max_bytes?: number
}

const REFRESH_MS = 1000
/** A long backlog takes longer to measure (100 ms for 100,000 batches) and changes its verdict slowly. */
const LONG_BACKLOG = 10_000
const REFRESH_LONG_MS = 5000
const EMPTY: InboxBacklog = { batches: 0, rows: 0, bytes: 0, oldest_seconds: 0 }

/** Measured in the background, so that no append waits for it. */
export function createInboxGauge(postgres: Postgres, options: GaugeOptions): InboxGauge {
  const { role, kind, onError, max_bytes = 4 * 1024 ** 3 } = options
  let backlog = EMPTY
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const refresh = async (): Promise<void> => {
    try {
      const measured = await postgres.asRole(
        role,
        (tx) => tx.one(sql<InboxBacklog>`select batches, rows, bytes, oldest_seconds from measure_inbox(${kind})`),
        { readOnly: true, isPrompt: true },
      )
      backlog = measured
    } catch (error) {
      onError(error)
    }
    if (stopped) return
    timer = setTimeout(() => void refresh(), backlog.batches > LONG_BACKLOG ? REFRESH_LONG_MS : REFRESH_MS)
    timer.unref()
  }
  void refresh()
  return {
    get backlog() {
      return backlog
    },
    get isFull() {
      return backlog.bytes >= max_bytes
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
