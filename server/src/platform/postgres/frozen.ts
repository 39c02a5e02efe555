import type { Socket } from 'node:net'
import pg from 'pg'
import { DeadlineExceeded } from '../deadline.ts'
import type { Loop } from '../progress.ts'

type AnyClient = pg.Client | pg.PoolClient

export const socketOf = (client: AnyClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Destroys the socket instead of closing it gracefully, which would wait for a server that may be gone. */
export function abandon(client: AnyClient, message = 'Postgres did not answer in time'): void {
  socketOf(client).destroy(new DeadlineExceeded(message))
}

/** The driver's message when `query_timeout` expires. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** Timeouts of the driver (connecting, waiting for the pool, a response); errors from Postgres have their own code. */
const isDriverTimeout = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof pg.DatabaseError) && /\btimeout\b/i.test(error.message)

export const toDeadline = (error: unknown): unknown =>
  isDriverTimeout(error)
    ? new DeadlineExceeded(`Postgres did not answer in time: ${error.message}`, { cause: error })
    : error

export interface PoolWatch {
  /** Connections hang together. When one does, idle ones are closed, so that requests do not wait for each of them in turn. */
  closeIdle(): void
  closeAll(): void
}

export function watchPool(pool: pg.Pool): PoolWatch {
  const all = new Set<pg.PoolClient>()
  const idle = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    all.add(client)
    socketOf(client).once('close', () => {
      all.delete(client)
      idle.delete(client)
    })
  })
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  return {
    closeIdle() {
      for (const client of idle) abandon(client, 'closed, because another Postgres connection hangs')
    },
    closeAll() {
      for (const client of all) socketOf(client).destroy()
    },
  }
}

const CLOSE_TIMEOUT_MS = 3000

/** Waits for a graceful end, but not forever. */
export async function endWithin(ending: Promise<void>, forceClose: () => void): Promise<void> {
  const timer = setTimeout(forceClose, CLOSE_TIMEOUT_MS)
  await ending
  clearTimeout(timer)
}

/** A connection that only listens would never notice that the server is gone. Returns a function that stops the check. */
export function keepPinging(client: pg.Client, every_ms: number, loop: Loop): () => void {
  let isRunning = false
  const ping = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    loop.begin()
    try {
      await client.query({ text: 'select 1', query_timeout: every_ms } as pg.QueryConfig)
      loop.end()
    } catch (error) {
      loop.end(toDeadline(error))
      abandon(client, 'Postgres does not respond on a listening connection')
    }
    isRunning = false
  }
  const timer = setInterval(() => void ping(), every_ms)
  timer.unref()
  return () => clearInterval(timer)
}
