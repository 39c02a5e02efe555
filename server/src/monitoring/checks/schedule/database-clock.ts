/** A step by less than this is drift, or a slow answer. */
const STEP_MS = 1000

/**
 * The database's clock, as last heard, carried on by the monotonic one: the two never disagree about how long something
 * took, and a step of either machine's clock is seen as such.
 */
export class DatabaseClock {
  #offset_ms: number | null = null
  #uncertain_ms = 0

  /** `now_ms` was read between two moments of performance.now(). Says by how much the clock was set, 0 when it was not. */
  sync(now_ms: number, asked_ms: number, answered_ms: number): number {
    const offset_ms = now_ms - (asked_ms + answered_ms) / 2
    const step_ms = this.#offset_ms === null ? 0 : offset_ms - this.#offset_ms
    const uncertain_ms = (answered_ms - asked_ms) / 2
    const bearable_ms = STEP_MS + uncertain_ms + this.#uncertain_ms
    this.#offset_ms = offset_ms
    this.#uncertain_ms = uncertain_ms
    return Math.abs(step_ms) > bearable_ms ? step_ms : 0
  }

  /** The database's time at a moment of performance.now(). */
  at(monotonic_ms: number): number {
    if (this.#offset_ms === null) throw new Error('the clock was not heard yet')
    return Math.round(this.#offset_ms + monotonic_ms)
  }
}
