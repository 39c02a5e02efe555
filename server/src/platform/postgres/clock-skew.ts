import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Postgres, sql } from './index.ts'

const MAX_SKEW_MS = 5_000
const RECHECK_MS = 60_000

export interface ClockSkewWatch {
  check(): Promise<void>
  stop(): void
}

/**
 * Sessions, links, two-factor codes and the times of events depend on this machine's clock or on that of Postgres. A difference of more
 * than five seconds is logged once when it begins and once when it ends.
 */
export function watchClockSkew({
  postgres,
  log,
  clock,
}: {
  postgres: Postgres
  log: Log
  clock: Clock
}): ClockSkewWatch {
  let isSkewed = false
  const measure = async (): Promise<{ skew_ms: number; uncertain_ms: number }> => {
    const sent_ms = clock.now().getTime()
    const { now_ms } = await postgres.asRole(
      'auth',
      (tx) => tx.one(sql<{ now_ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms`),
      { readOnly: true },
    )
    const answered_ms = clock.now().getTime()
    return { skew_ms: (sent_ms + answered_ms) / 2 - now_ms, uncertain_ms: Math.abs(answered_ms - sent_ms) / 2 }
  }
  const check = async (): Promise<void> => {
    const { skew_ms, uncertain_ms } = await measure()
    const wasSkewed = isSkewed
    isSkewed = Math.abs(skew_ms) > MAX_SKEW_MS + uncertain_ms
    if (isSkewed === wasSkewed) return
    const skew_seconds = Math.round(skew_ms / 100) / 10
    if (isSkewed) {
      log.warn({ skew_seconds }, "clock skew: this machine's clock and that of Postgres differ; synchronize both (NTP)")
    } else log.info({ skew_seconds }, 'clock skew resolved')
  }
  // A failed check is not reported here: the code that needs Postgres reports it.
  const timer = setInterval(() => void check().catch(() => undefined), RECHECK_MS)
  timer.unref()
  return { check, stop: () => clearInterval(timer) }
}
