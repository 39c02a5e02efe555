import type { Fairness } from './fairness.ts'

export interface AdmissionQueue {
  /** True at once for nearly every request. Otherwise a promise: true once it is this website's turn, false if that takes too long. */
  admit(website_id: number): boolean | Promise<boolean>
  /** Called at the end of each tick. */
  onTick(now_ms?: number): void
}

interface WaitingRequest {
  until_ms: number
  resolve: (isAdmitted: boolean) => void
}

const MAX_WAIT_MS = 2000
const MAX_WAITING = 1000

/**
 * Requests of a website that is over its share wait in a queue per website: a client that waits for the response before it sends again
 * slows down by itself, and a busy but honest site loses nothing. The wait and the length of the queue are bounded.
 */
export function createAdmissionQueue(fairness: Fairness): AdmissionQueue {
  const queues = new Map<number, WaitingRequest[]>()
  let waitingCount = 0

  const release = (waiting: WaitingRequest, isAdmitted: boolean): void => {
    waitingCount--
    waiting.resolve(isAdmitted)
  }
  const serve = (website_id: number, queue: WaitingRequest[], now_ms: number): void => {
    let served = 0
    for (const waiting of queue) {
      if (waiting.until_ms <= now_ms) release(waiting, false)
      else if (fairness.admit(website_id)) release(waiting, true)
      else break
      served++
    }
    queue.splice(0, served)
    if (queue.length === 0) queues.delete(website_id)
  }

  return {
    admit(website_id) {
      const queue = queues.get(website_id)
      if (queue === undefined && fairness.admit(website_id)) return true
      if (waitingCount >= MAX_WAITING) return false
      waitingCount++
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiting = { until_ms: Date.now() + MAX_WAIT_MS, resolve }
      if (queue) queue.push(waiting)
      else queues.set(website_id, [waiting])
      return promise
    },
    onTick(now_ms = Date.now()) {
      fairness.onTick()
      for (const [website_id, queue] of queues) serve(website_id, queue, now_ms)
    },
  }
}
