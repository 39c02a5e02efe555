import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

/** Longer than a fetch takes; one that hangs must not block the others. */
const MAX_TURN_MS = 1000

/**
 * One fetch at a time for all slots of a process. graphile-worker's fetch locks every free queue while it looks for a job, even the queues
 * of jobs that it may not take, and skips locked queues. So of two concurrent fetches, one finds nothing, and its slot sleeps until the next
 * poll although a job is due.
 */
export class FetchTurns {
  #isTaken = false
  #waiting: (() => void)[] = []

  /** Waits for its turn; returns a function that ends it. */
  async take(): Promise<() => void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      const next = this.#waiting.shift()
      if (next) next()
      else this.#isTaken = false
    }
    const timer = setTimeout(end, MAX_TURN_MS)
    return end
  }
}

const FETCH_ENDS = ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const

/** Ends a runner's turn when graphile-worker's events say that its fetch has ended. */
export function followFetches(turns: FetchTurns): { events: WorkerEvents; takeTurn(): Promise<void> } {
  const events = new EventEmitter() as WorkerEvents
  let endTurn = (): void => undefined
  for (const name of FETCH_ENDS) events.on(name, () => endTurn())
  return {
    events,
    async takeTurn() {
      endTurn = await turns.take()
    },
  }
}
