const TICK_MS = 200
/** A timer is late by less than this on any busy machine. */
const USUAL_LATE_MS = 50
const REMEMBERED_MS = 90_000

export interface StallWatch {
  /** For how long this process stood still, all in all, since `since_ms` by performance.now(). */
  sumStalledSince(since_ms: number): number
  stop(): void
}

/**
 * A process that was stopped for ten seconds finds all its checks timed out, and one that gets a tenth of a processor most of
 * them: by its own fault, not by the targets'. So a timeout across a stall says nothing.
 */
export function watchStalls(): StallWatch {
  let last_ms = performance.now()
  let stalls: { ended_ms: number; late_ms: number }[] = []
  const note = (isTick: boolean): void => {
    const now_ms = performance.now()
    const late_ms = now_ms - last_ms - TICK_MS
    if (late_ms > USUAL_LATE_MS) {
      stalls = [...stalls.filter(({ ended_ms }) => ended_ms > now_ms - REMEMBERED_MS), { ended_ms: now_ms, late_ms }]
    }
    if (isTick || late_ms > USUAL_LATE_MS) last_ms = now_ms
  }
  const timer = setInterval(() => note(true), TICK_MS)
  timer.unref()
  return {
    sumStalledSince(since_ms) {
      // A check's own timer may fire before ours does, right after the stall.
      note(false)
      return stalls.reduce((sum, { ended_ms, late_ms }) => sum + (ended_ms >= since_ms ? late_ms : 0), 0)
    },
    stop: () => clearInterval(timer),
  }
}
