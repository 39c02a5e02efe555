import type { Socket } from 'node:net'
import pg from 'pg'
import { DeadlineExceeded } from '../deadline.ts'
import type { Loop } from '../progress.ts'

type AnyClient = pg.Client | pg.PoolClient

export const socketOf = (client: AnyClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Not by saying goodbye, for which it would wait: nobody may be there to hear it. */
export function abandon(client: AnyClient, message = 'Postgres did not answer in time'): void {
  socketOf(client).destroy(new DeadlineExceeded(message))
}

/** What the driver says at the end of `query_timeout`. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** The driver's own, of a connection, a place in the pool or an answer; what Postgres itself ended has a code of its own. */
const isDriverTimeout = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof pg.DatabaseError) && /\btimeout\b/i.test(error.message)

export const toDeadline = (error: unknown): unknown =>
  isDriverTimeout(error)
    ? new DeadlineExceeded(`Postgres did not answer in time: ${error.message}`, { cause: error })
    : error

export interface PoolWatch {
  /** Connections freeze together. When one has, those that lie idle are closed, so that nobody waits for each of them in turn. */
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
      for (const client of idle) abandon(client, 'closed, since another connection to Postgres has frozen')
    },
    closeAll() {
      for (const client of all) socketOf(client).destroy()
    },
  }
}

const GOODBYE_MS = 3000

/** Waits for the goodbye, but not for ever. */
export async function endWithin(ending: Promise<void>, cut: () => void): Promise<void> {
  const timer = setTimeout(cut, GOODBYE_MS)
  await ending
  clearTimeout(timer)
}

/** A connection that only listens would never notice that the other side is gone. Returns what stops it. */
export function keepPinging(client: pg.Client, every_ms: number, loop: Loop): () => void {
  let isUnderWay = false
  const ping = async (): Promise<void> => {
    if (isUnderWay) return
    isUnderWay = true
    loop.begin()
    try {
      await client.query({ text: 'select 1', query_timeout: every_ms } as pg.QueryConfig)
      loop.end()
    } catch (error) {
      loop.end(toDeadline(error))
      abandon(client, 'Postgres no longer answers a connection that listens')
    }
    isUnderWay = false
  }
  const timer = setInterval(() => void ping(), every_ms)
  timer.unref()
  return () => clearInterval(timer)
}
