import type { PING_KINDS } from '@sitewatch/contract'
import { type Postgres, sql } from '../../platform/postgres/index.ts'

export interface ReceivedPing {
  /** SHA-256 in hex. */
  readonly token_hash: string
  readonly kind: (typeof PING_KINDS)[number]
  readonly exit_status: number | null
  readonly run_id: string | null
  readonly body: string | null
}

export interface PingWriter {
  /** Resolves once the ping is committed, to whether its token is known. */
  add(ping: ReceivedPing): Promise<boolean>
  /** Too many pings are waiting. */
  readonly isFull: boolean
}

/** The second transaction is prepared while the first waits for the disk. */
const MAX_IN_FLIGHT = 2
const MAX_PER_COMMIT = 200
/** Some seconds of work, and 50 MB if each has the largest body. */
const MAX_WAITING = 5000

interface Waiting {
  ping: ReceivedPing
  done: PromiseWithResolvers<boolean>
}

async function recordPings(
  postgres: Postgres,
  pings: readonly ReceivedPing[],
): Promise<{ are_known: boolean[]; wants_check: boolean }> {
  return postgres.asRole('collector', (tx) =>
    tx.one(sql<{ are_known: boolean[]; wants_check: boolean }>`
      select are_known, wants_check from record_pings(${JSON.stringify(pings)}::jsonb)`),
  )
}

/** Pings that arrive while others are committed share a transaction. `onCheck` is called if one of them may change a status. */
export function createPingWriter(
  postgres: Postgres,
  { onCheck, onError }: { onCheck: () => void; onError: (error: unknown) => void },
): PingWriter {
  const waiting: Waiting[] = []
  let inFlight = 0

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const { are_known, wants_check } = await recordPings(
        postgres,
        batch.map(({ ping }) => ping),
      )
      for (const [n, { done }] of batch.entries()) done.resolve(are_known[n] ?? false)
      if (wants_check) onCheck()
    } catch (error) {
      onError(error)
      for (const { done } of batch) done.reject(error)
    }
  }
  const commitNext = (): void => {
    while (inFlight < MAX_IN_FLIGHT && waiting.length > 0) {
      inFlight++
      void commit(waiting.splice(0, MAX_PER_COMMIT)).then(() => {
        inFlight--
        commitNext()
      })
    }
  }
  return {
    add(ping) {
      const done = Promise.withResolvers<boolean>()
      waiting.push({ ping, done })
      // Deferred, so that all pings of this turn of the event loop share a transaction.
      if (waiting.length === 1) setImmediate(commitNext)
      return done.promise
    },
    get isFull() {
      return waiting.length >= MAX_WAITING
    },
  }
}
