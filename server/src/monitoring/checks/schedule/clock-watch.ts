import type { Postgres } from '../../../platform/postgres/index.ts'
import { replanChecks } from './claim.ts'
import { DatabaseClock } from '../../../platform/time/database-clock.ts'

export type OnClockStep = (step_ms: number, replanned: number) => void

/** Reschedules checks at startup, because the clock may have been set back while no prober ran; later, whenever it is set back. */
export class ClockWatch {
  readonly clock = new DatabaseClock()
  #postgres: Postgres
  #onStep: OnClockStep
  #timesSetBack = 0
  #mustReplan = true

  constructor(postgres: Postgres, onStep: OnClockStep) {
    this.#postgres = postgres
    this.#onStep = onStep
  }

  /** `now_ms` was read after `requested_ms` by performance.now(). Throws if checks cannot be rescheduled; the next call tries again. */
  async sync(now_ms: number, requested_ms: number): Promise<void> {
    const step_ms = this.clock.sync(now_ms, requested_ms, performance.now())
    if (step_ms < 0) {
      this.#timesSetBack++
      this.#mustReplan = true
    }
    if (!this.#mustReplan) return
    this.#mustReplan = false
    try {
      const replanned = await replanChecks(this.#postgres)
      if (replanned > 0 || step_ms < 0) this.#onStep(step_ms, replanned)
    } catch (error) {
      this.#mustReplan = true
      throw error
    }
  }

  /**
   * If the clock is set back while `record` runs, `record` may schedule checks by the old clock after the others were rescheduled. Then all
   * are rescheduled again.
   */
  async whileRecording(record: () => Promise<void>): Promise<void> {
    const timesBefore = this.#timesSetBack
    try {
      await record()
    } finally {
      if (this.#timesSetBack !== timesBefore) this.#mustReplan = true
    }
  }
}
