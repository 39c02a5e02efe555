import type { ClaimRequest } from './claim.ts'

/** The fastest of this many claims shows what skipping costs; a single one may have waited for a busy machine. */
const SAMPLES = 4

/** Whether the claim skips due checks, because their team or host is busy. */
export const isSkipping = ({ busy }: ClaimRequest): boolean =>
  busy !== undefined &&
  (busy.pairs.length > 0 || [busy.teams, busy.hosts].some((rooms) => Object.values(rooms).includes(0)))

interface PauseBounds {
  readonly min_ms: number
  readonly max_ms: number
  /** The pause is this many times as long as the claim. */
  readonly factor: number
}

/**
 * A claim skips due checks of busy teams and hosts. Such claims may take only a part of the time, so that a team with 100,000
 * overdue checks does not keep Postgres busy.
 */
export class SkipPause {
  #bounds: PauseBounds
  #took_ms: readonly number[] = []

  constructor(bounds: PauseBounds) {
    this.#bounds = bounds
  }

  /** How long to pause after a claim that took `took_ms`. */
  plan_ms(took_ms: number): number {
    const { min_ms, max_ms, factor } = this.#bounds
    this.#took_ms = [...this.#took_ms, took_ms].slice(-SAMPLES)
    return Math.min(max_ms, Math.max(min_ms, Math.min(...this.#took_ms) * factor))
  }
}
