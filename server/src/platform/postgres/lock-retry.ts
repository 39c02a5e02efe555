import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseNotReady } from './not-ready.ts'

/**
 * A statement that waits for an exclusive lock makes every later reader of the table wait behind it. So a migration waits this
 * long at most, gives up, lets the readers through and tries again.
 */
export const LOCK_TIMEOUT_MS = 1000

const MAX_PAUSE_MS = 10_000
/** A dump of a large database takes many minutes; after this time, an administrator should look. */
const RETRY_WINDOW_MS = 15 * 60_000

/** A lock timeout, or the victim of a deadlock. */
function isLockTimeout(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')) return true
  return error instanceof Error && error.cause !== undefined && isLockTimeout(error.cause)
}

/** Retries `attempt`, with growing pauses, as long as it fails only because of a lock. */
export async function retryWhileLocked<T>(
  { what, log, window_ms = RETRY_WINDOW_MS }: { what: string; log: Log; window_ms?: number },
  attempt: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + window_ms
  for (let pause_ms = 1000; ; pause_ms = Math.min(pause_ms * 2, MAX_PAUSE_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (Date.now() + pause_ms > deadline) {
        throw new DatabaseNotReady(
          `${what} could not get its locks: another session holds them, such as a running pg_dump. ` +
            'No changes were made. Wait until that session ends, then try again.',
          { cause: error },
        )
      }
      log.warn({ retry_in_ms: pause_ms }, `${what} waits for a lock that another session holds, will retry`)
      await wait(pause_ms)
    }
  }
}
