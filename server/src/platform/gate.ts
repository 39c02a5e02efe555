/** Thrown when the queue is full. */
export class GateFull extends Error {
  override name = 'GateFull'
}

export interface Gate {
  pass<T>(work: () => Promise<T>): Promise<T>
}

/** Runs a limited number of tasks at once; others are queued in order, and refused when the queue is full. */
export function createGate({ at_once, max_waiting }: { at_once: number; max_waiting: number }): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async pass(work) {
      if (running >= at_once) {
        if (waiting.length >= max_waiting) throw new GateFull('queue full')
        // A task that finishes hands its place to the next one, so that it is never free in between.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
