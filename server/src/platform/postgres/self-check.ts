import { type Loop, UNWATCHED } from '../progress.ts'

/** Without it, a role without loops would notice hanging connections only when a request needs one. */
export function startSelfCheck(probe: () => Promise<unknown>, every_ms: number, loop: Loop): { stop(): void } {
  let isRunning = false
  const check = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    loop.begin()
    await probe().then(
      () => loop.end(),
      (error: unknown) => loop.end(error),
    )
    isRunning = false
  }
  const timer = loop === UNWATCHED ? undefined : setInterval(() => void check(), every_ms)
  timer?.unref()
  return {
    stop() {
      clearInterval(timer)
      loop.stop()
    },
  }
}
