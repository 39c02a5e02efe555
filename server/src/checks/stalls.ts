const TICK_MS = 250
/** A timer this late means that the process was stopped, or starved of the processor. */
const STALL_MS = 1000
const REMEMBERED_MS = 90_000

export interface StallWatch {
  /** Whether this process stood still at some time since `since_ms`, by performance.now(). */
  hasStalledSince(since_ms: number): boolean
  stop(): void
}

/**
 * A process that was stopped for ten seconds finds all its checks timed out: by its own fault, not by the targets'. So a
 * timeout across a stall says nothing.
 */
export function watchStalls(): StallWatch {
  let last_ms = performance.now()
  let stalls: number[] = []
  const note = (): void => {
    const now_ms = performance.now()
    if (now_ms - last_ms > TICK_MS + STALL_MS) {
      stalls = [...stalls.filter((ended_ms) => ended_ms > now_ms - REMEMBERED_MS), now_ms]
    }
    last_ms = now_ms
  }
  const timer = setInterval(note, TICK_MS)
  timer.unref()
  return {
    hasStalledSince(since_ms) {
      // A check's own timer may fire before ours does, right after the stall.
      note()
      return stalls.some((ended_ms) => ended_ms >= since_ms)
    },
    stop: () => clearInterval(timer),
  }
}
