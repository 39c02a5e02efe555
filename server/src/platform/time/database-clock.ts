/** A smaller step is drift or a slow response. */
const STEP_MS = 1000

/**
 * The database's clock as last read, continued by the monotonic clock of this process: durations are always consistent, and a step of
 * either machine's clock is detected.
 */
export class DatabaseClock {
  #offset_ms: number | null = null
  #uncertain_ms = 0

  /** `now_ms` was read between two values of performance.now(). Returns by how much the clock was set; 0 if it was not. */
  sync(now_ms: number, requested_ms: number, received_ms: number): number {
    const offset_ms = now_ms - (requested_ms + received_ms) / 2
    const step_ms = this.#offset_ms === null ? 0 : offset_ms - this.#offset_ms
    const uncertain_ms = (received_ms - requested_ms) / 2
    const tolerance_ms = STEP_MS + uncertain_ms + this.#uncertain_ms
    this.#offset_ms = offset_ms
    this.#uncertain_ms = uncertain_ms
    return Math.abs(step_ms) > tolerance_ms ? step_ms : 0
  }

  /** The database's time at a value of performance.now(). */
  at(monotonic_ms: number): number {
    if (this.#offset_ms === null) throw new Error('the database clock has not been read yet')
    return Math.round(this.#offset_ms + monotonic_ms)
  }
}
