import { setTimeout as delay } from 'node:timers/promises'
import { checkReady, type ProcessParts } from './parts.ts'

export interface Running {
  stop(): Promise<void>
}

const POLL_MS = 500

/**
 * With SITEWATCH_MIGRATE=0 a process may start before its schema is migrated. /readyz then answers with what it waits for, and the
 * process starts its work once the schema is migrated.
 */
export async function whenMigrated(parts: ProcessParts, start: () => Promise<Running>): Promise<Running> {
  if ((await checkReady(parts)) === null) return start()
  let stopped = false
  /** Postgres may be restarted meanwhile. */
  const isWaiting = async (): Promise<boolean> => {
    try {
      return (await checkReady(parts)) !== null
    } catch (error) {
      parts.log.warn({ err: error }, 'reading the schema version failed, will retry')
      return true
    }
  }
  const waitAndStart = async (): Promise<Running | undefined> => {
    while (!stopped && (await isWaiting())) await delay(POLL_MS, undefined, { ref: false })
    return stopped ? undefined : start()
  }
  const started = waitAndStart()
  return {
    async stop() {
      stopped = true
      await (await started)?.stop()
    },
  }
}
