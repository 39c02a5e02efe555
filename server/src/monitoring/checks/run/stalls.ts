const TICK_MS = 200
/** Normal timer delay on a busy machine. */
const USUAL_LATE_MS = 50
const REMEMBERED_MS = 90_000

export interface StallWatch {
  /** Returns the total event loop stall time since `since_ms` (performance.now). */
  sumStalledSince(since_ms: number): number
  stop(): void
}

/**
 * Tracks event loop stalls. In a process stopped for ten seconds all checks time out, and with a tenth of a CPU most do. The
 * targets are not at fault, so a timeout during a stall is inconclusive.
 */
export function watchStalls(): StallWatch {
  let last_ms = performance.now()
  let stalls: { ended_ms: number; late_ms: number }[] = []
  const measure = (isTick: boolean): void => {
    const now_ms = performance.now()
    const late_ms = now_ms - last_ms - TICK_MS
    if (late_ms > USUAL_LATE_MS) {
      stalls = [...stalls.filter(({ ended_ms }) => ended_ms > now_ms - REMEMBERED_MS), { ended_ms: now_ms, late_ms }]
    }
    if (isTick || late_ms > USUAL_LATE_MS) last_ms = now_ms
  }
  const timer = setInterval(() => measure(true), TICK_MS)
  timer.unref()
  return {
    sumStalledSince(since_ms) {
      // After a stall, the timer of a check may fire before this one.
      measure(false)
      return stalls.reduce((sum, { ended_ms, late_ms }) => sum + (ended_ms >= since_ms ? late_ms : 0), 0)
    },
    stop: () => clearInterval(timer),
  }
}
