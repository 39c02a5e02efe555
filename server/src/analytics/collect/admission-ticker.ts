export interface AdmissionTicker {
  /** A request came: the ticker starts, or keeps running. */
  wake(): void
  stop(): void
}

export interface AdmissionTickerOptions {
  tick_ms: number
  /** After so many ticks without a request it stops: on a small machine a hundred ticks a second cost 1.3 % of a core. */
  idle: number
  /** Called at each tick, with how much later it came than it should have. */
  onTick: (late_ms: number) => void
}

export function createAdmissionTicker({ tick_ms, idle, onTick }: AdmissionTickerOptions): AdmissionTicker {
  let timer: NodeJS.Timeout | undefined
  let since = 0
  let last_ms = 0
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const tick = (): void => {
    const now_ms = performance.now()
    onTick(Math.max(0, now_ms - last_ms - tick_ms))
    last_ms = now_ms
    if (++since > idle) stop()
  }
  return {
    wake() {
      since = 0
      if (timer !== undefined) return
      last_ms = performance.now()
      timer = setInterval(tick, tick_ms)
      timer.unref()
    },
    stop,
  }
}
