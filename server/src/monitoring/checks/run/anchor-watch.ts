import type { AnchorVerdict } from './anchors.ts'

interface WatchOptions {
  ask: () => Promise<AnchorVerdict>
  note: (is_online: boolean) => Promise<void>
  onError: (error: unknown) => void
  period_ms?: number
}

const PERIOD_MS = 20_000

/** Probes the anchors periodically, so that a lost uplink is logged before a check fails. Otherwise only failed checks probe them. */
export function watchAnchors({ ask, note, onError, period_ms = PERIOD_MS }: WatchOptions): { stop(): void } {
  let isBusy = false
  const probeAnchors = async (): Promise<void> => {
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
  const timer = setInterval(() => void probeAnchors(), period_ms)
  timer.unref()
  // Runs after the prober registers with its first beat.
  const first = setTimeout(() => void probeAnchors(), Math.min(3000, period_ms))
  first.unref()
  return {
    stop() {
      clearInterval(timer)
      clearTimeout(first)
    },
  }
}
