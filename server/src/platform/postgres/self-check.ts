import { type Loop, UNWATCHED } from '../progress.ts'

/** Without it, a role without loops would notice hanging connections only when a request needs one. */
export function startSelfCheck(ask: () => Promise<unknown>, every_ms: number, loop: Loop): { stop(): void } {
  let isUnderWay = false
  const check = async (): Promise<void> => {
    if (isUnderWay) return
    isUnderWay = true
    loop.begin()
    await ask().then(
      () => loop.end(),
      (error: unknown) => loop.end(error),
    )
    isUnderWay = false
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
