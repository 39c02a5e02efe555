export interface Moments {
  /** Somebody is at work: the moments run on. */
  wake(): void
  stop(): void
}

export interface MomentsOptions {
  length_ms: number
  /** After so many without anybody they stop: on a small machine a hundred ticks a second cost 1.3 % of a core. */
  idle: number
  /** At the end of each, with how much later than it should have been. */
  onEnd: (late_ms: number) => void
}

export function createMoments({ length_ms, idle, onEnd }: MomentsOptions): Moments {
  let timer: NodeJS.Timeout | undefined
  let since = 0
  let last_ms = 0
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const tick = (): void => {
    const now_ms = performance.now()
    onEnd(Math.max(0, now_ms - last_ms - length_ms))
    last_ms = now_ms
    if (++since > idle) stop()
  }
  return {
    wake() {
      since = 0
      if (timer !== undefined) return
      last_ms = performance.now()
      timer = setInterval(tick, length_ms)
      timer.unref()
    },
    stop,
  }
}
