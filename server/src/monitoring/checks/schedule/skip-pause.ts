const FACTOR = 3
const MAX_MS = 1000
/** Of so many claims the quickest tells what passing over costs; a single one may have waited for a busy machine. */
const SAMPLES = 4

/**
 * A claim reads past what is due of busy tenants and hosts. So that a tenant with 100,000 checks overdue does not keep Postgres
 * busy with that, such claims may take a quarter of the time.
 */
export class SkipPause {
  #min_ms: number
  #took_ms: readonly number[] = []

  constructor(min_ms: number) {
    this.#min_ms = min_ms
  }

  /** How long to leave Postgres alone after a claim that took so long. */
  plan_ms(took_ms: number): number {
    this.#took_ms = [...this.#took_ms, took_ms].slice(-SAMPLES)
    return Math.min(MAX_MS, Math.max(this.#min_ms, Math.min(...this.#took_ms) * FACTOR))
  }
}
