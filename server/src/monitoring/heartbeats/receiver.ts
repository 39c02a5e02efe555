import type { Log } from '../../platform/log.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'
import { createPingWriter, type PingWriter } from './ping-writer.ts'

const BEAT_MS = 1000
/** After a longer time without a beat, pings may have been lost. */
const MAX_SILENCE_MS = 6000

export interface PingReceiver extends PingWriter {
  stop(): Promise<void>
}

/**
 * Receives pings, and records every second that it does, so that a ping is never late for a time in which it could not be received.
 * `isOpen`: whether requests reach this process.
 */
export function openPingReceiver(
  postgres: Postgres,
  { log, isOpen }: { log: Log; isOpen: () => boolean },
): PingReceiver {
  // Until the first beat of this process, pings may have been lost.
  let isInterrupted = true
  let isNudging = false
  let currentBeat: Promise<void> | undefined

  const nudge = async (): Promise<void> => {
    if (isNudging) return
    isNudging = true
    await postgres
      .asRole('collector', (tx) => tx.one(sql<{ count: number }>`select nudge_heartbeats() as count`))
      .catch((error: unknown) =>
        log.warn({ reason: String(error) }, 'scheduling checks of heartbeats failed, will retry'),
      )
    isNudging = false
  }
  const writer = createPingWriter(postgres, {
    onCheck: () => void nudge(),
    onError: (error) => {
      if (!isInterrupted) log.warn({ reason: String(error) }, 'pings could not be stored')
      isInterrupted = true
    },
  })
  const beat = async (): Promise<void> => {
    if (!isOpen()) return
    const wasInterrupted = isInterrupted
    isInterrupted = false
    try {
      await postgres.asRole('collector', (tx) =>
        tx.execute(sql`select beat_receiver(${wasInterrupted}, ${MAX_SILENCE_MS})`),
      )
    } catch (error) {
      if (!wasInterrupted) log.warn({ reason: String(error) }, 'recording that pings are received failed, will retry')
      isInterrupted = true
    }
  }
  const timer = setInterval(() => {
    currentBeat ??= beat().finally(() => (currentBeat = undefined))
  }, BEAT_MS)
  return {
    add: (ping) => writer.add(ping),
    get isFull() {
      return writer.isFull
    },
    async stop() {
      clearInterval(timer)
      await currentBeat
    },
  }
}
