import { isDeadline } from './deadline.ts'

/** Longer than every deadline of a single attempt, and short enough to be noticed within a minute. */
const LIMIT_MS = 45_000

export interface Loop {
  /** An attempt starts. */
  begin(): void
  /**
   * The attempt ended. One that timed out is not progress; one that was refused immediately is, because the loop continues and restarting
   * the process would not help.
   */
  end(error?: unknown): void
  /** The loop has ended and is no longer watched. */
  stop(): void
}

export interface Progress {
  /**
   * `periodic`: there is always a next attempt, so one that never starts is detected, too. `on demand`: only an attempt that has started
   * must end.
   */
  watch(name: string, kind: 'periodic' | 'on demand'): Loop
  /** Loops that have made no progress for too long. */
  findStalled(): { name: string; seconds: number }[]
}

/** For /healthz: whether the loops of this process make progress. */
export function createProgress({ limit_ms = LIMIT_MS, now = () => performance.now() } = {}): Progress {
  const loops = new Map<symbol, { name: string; since: number | null }>()
  return {
    watch(name, kind) {
      const id = Symbol(name)
      const loop: { name: string; since: number | null } = { name, since: kind === 'periodic' ? now() : null }
      loops.set(id, loop)
      return {
        begin: () => void (loop.since ??= now()),
        end(error) {
          if (!isDeadline(error)) loop.since = kind === 'periodic' ? now() : null
        },
        stop: () => void loops.delete(id),
      }
    },
    findStalled: () =>
      [...loops.values()].flatMap(({ name, since }) => {
        const stalled_ms = since === null ? 0 : now() - since
        return stalled_ms > limit_ms ? [{ name, seconds: Math.round(stalled_ms / 1000) }] : []
      }),
  }
}

/** For a loop that nothing watches. */
export const UNWATCHED: Loop = { begin: () => undefined, end: () => undefined, stop: () => undefined }
