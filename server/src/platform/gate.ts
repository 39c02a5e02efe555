/** Thrown when too many wait already. */
export class GateFull extends Error {
  override name = 'GateFull'
}

export interface Gate {
  pass<T>(work: () => Promise<T>): Promise<T>
}

/** Runs a limited number at once; the rest waits in order, and is refused when too many wait. */
export function createGate({ at_once, max_waiting }: { at_once: number; max_waiting: number }): Gate {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    async pass(work) {
      if (inside >= at_once) {
        if (waiting.length >= max_waiting) throw new GateFull('too many wait')
        // The one that finishes hands over its place, so it is never free in between.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else inside++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else inside--
      }
    },
  }
}
