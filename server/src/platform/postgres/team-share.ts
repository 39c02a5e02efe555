import { FairShare } from '../fair-share.ts'
import { GateFull } from '../gate.ts'
import type { Entry } from './tx.ts'

interface TeamShareOptions {
  /** Connections of the pool. */
  size: number
  /** How long a transaction may wait for its team's share. */
  max_wait_ms: number
}

/** Background work and public pages of a team have a share of their own, so that neither they nor its members wait for the other. */
export const shareKeyOf = (entry: Entry): number => ('system' in entry ? -entry.team_id : entry.team_id)

/**
 * Fair shares of the connection pool. A transaction enters before it asks for a connection and leaves when it has returned it. At its
 * share, a team waits here and not in the queue of the pool, where it would be ahead of everybody else.
 */
export class TeamShare {
  readonly #share: FairShare
  readonly #max_wait_ms: number
  /** By key, oldest first. Teams take turns: the one that was just served is moved to the end. */
  readonly #waiting = new Map<number, Set<() => void>>()

  constructor({ size, max_wait_ms }: TeamShareOptions) {
    this.#share = new FairShare(size)
    this.#max_wait_ms = max_wait_ms
  }

  get waiting(): number {
    let count = 0
    for (const queue of this.#waiting.values()) count += queue.size
    return count
  }

  get used(): number {
    return this.#share.used
  }

  /** Returns the function that leaves, which must be called exactly once. Throws GateFull after `max_wait_ms`. */
  async enter(key: number): Promise<() => void> {
    if (this.#waiting.has(key) || !this.#share.mayTake(key)) await this.#wait(key)
    else this.#share.take(key)
    return () => {
      this.#share.giveBack(key)
      this.#admitWaiting()
    }
  }

  #wait(key: number): Promise<void> {
    const queue = this.#waiting.get(key) ?? new Set()
    this.#waiting.set(key, queue)
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer)
        queue.delete(admit)
        if (queue.size === 0) this.#waiting.delete(key)
      }
      const admit = (): void => {
        stopWaiting()
        // Taken here, not after the promise: the place is never free in between.
        this.#share.take(key)
        resolve()
      }
      const timer = setTimeout(() => {
        stopWaiting()
        reject(new GateFull("too many transactions wait for the team's share of the Postgres connections"))
      }, this.#max_wait_ms)
      queue.add(admit)
    })
  }

  /** A place that becomes free raises the limit of every team, so the next to enter may be of another team than the one that left. */
  #admitWaiting(): void {
    for (let key = this.#findNext(); key !== undefined; key = this.#findNext()) {
      const queue = this.#waiting.get(key)
      const [admit] = queue ?? []
      admit?.()
      if (!queue || queue.size === 0) continue
      this.#waiting.delete(key)
      this.#waiting.set(key, queue)
    }
  }

  #findNext(): number | undefined {
    for (const key of this.#waiting.keys()) if (this.#share.mayTake(key)) return key
    return undefined
  }
}
