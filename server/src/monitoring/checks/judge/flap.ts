const FLIPS_TO_FLAP = 10
export const FLAP_WINDOW_MS = 15 * 60_000

/**
 * A flip is a confirmed change that would alert: an incident opened, or resolved by recovery. `flips` holds the times of
 * those in the last fifteen minutes, the newest ten: exact over a sliding window, and empty for almost every monitor.
 */
export type Flap = {
  readonly flips: readonly number[]
  readonly flapping: boolean
}

export const NOT_FLAPPING: Flap = { flips: [], flapping: false }

/** The tenth flip within the window starts flapping, itself included: the digest speaks for it. */
export function recordFlip(flap: Flap, now: number): Flap {
  const flips = [...keepRecentFlips(flap.flips, now), now].slice(-FLIPS_TO_FLAP)
  return { flips, flapping: flap.flapping || flips.length === FLIPS_TO_FLAP }
}

/**
 * Flapping ends when there was no flip for the whole window. "Fewer than ten" would end and start it by turns, which
 * is flapping again.
 */
export function settleFlap(flap: Flap, now: number): Flap {
  return flap.flips.length > 0 && keepRecentFlips(flap.flips, now).length === 0 ? NOT_FLAPPING : flap
}

/** A flip later than now was timed before the clock was set back: it counts as old. */
function keepRecentFlips(flips: readonly number[], now: number): readonly number[] {
  return flips.filter((time) => time > now - FLAP_WINDOW_MS && time <= now)
}
