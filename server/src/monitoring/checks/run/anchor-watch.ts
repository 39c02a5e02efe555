import type { AnchorVerdict } from '../judge/event.ts'

interface WatchOptions {
  ask: () => Promise<AnchorVerdict>
  note: (is_online: boolean) => Promise<void>
  onError: (error: unknown) => void
  period_ms?: number
}

const PERIOD_MS = 20_000

/** Anchors are otherwise probed only when a check fails. Probed regularly, a network without a way out is logged before one fails. */
export function watchAnchors({ ask, note, onError, period_ms = PERIOD_MS }: WatchOptions): { stop(): void } {
  let isBusy = false
  const look = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    try {
      await note((await ask()) !== 'offline')
    } catch (error) {
      onError(error)
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => void look(), period_ms)
  timer.unref()
  // Once the prober has signed on, which takes its first beat.
  const first = setTimeout(() => void look(), Math.min(3000, period_ms))
  first.unref()
  return {
    stop() {
      clearInterval(timer)
      clearTimeout(first)
    },
  }
}
