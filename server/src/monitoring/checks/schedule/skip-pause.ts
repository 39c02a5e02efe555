const FACTOR = 3
const MAX_MS = 1000
/** The fastest of this many claims shows what skipping costs; a single one may have waited for a busy machine. */
const SAMPLES = 4

/**
 * A claim skips due checks of busy tenants and hosts. Such claims may take at most a quarter of the time, so that a tenant with 100,000
 * overdue checks does not keep Postgres busy.
 */
export class SkipPause {
  #min_ms: number
  #took_ms: readonly number[] = []

  constructor(min_ms: number) {
    this.#min_ms = min_ms
  }

  /** How long to pause after a claim that took `took_ms`. */
  plan_ms(took_ms: number): number {
    this.#took_ms = [...this.#took_ms, took_ms].slice(-SAMPLES)
    return Math.min(MAX_MS, Math.max(this.#min_ms, Math.min(...this.#took_ms) * FACTOR))
  }
}
