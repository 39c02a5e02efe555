const FLIPS_TO_FLAP = 10
export const FLAP_WINDOW_MS = 15 * 60_000

/**
 * A flip is a confirmed change that would alert: an incident opened, or resolved by recovery. `flips` holds the times of the
 * newest ten flips of the last fifteen minutes. This is exact over a sliding window, and empty for almost every monitor.
 */
export type Flap = {
  readonly flips: readonly number[]
  readonly flapping: boolean
}

export const NOT_FLAPPING: Flap = { flips: [], flapping: false }

/** The tenth flip within the window starts flapping. The digest also covers that tenth flip. */
export function recordFlip(flap: Flap, now: number): Flap {
  const flips = [...keepRecentFlips(flap.flips, now), now].slice(-FLIPS_TO_FLAP)
  return { flips, flapping: flap.flapping || flips.length === FLIPS_TO_FLAP }
}

/**
 * Flapping ends after a whole window without a flip. Ending it below ten flips would make the flapping state itself flap.
 */
export function settleFlap(flap: Flap, now: number): Flap {
  return flap.flips.length > 0 && keepRecentFlips(flap.flips, now).length === 0 ? NOT_FLAPPING : flap
}

/** A flip in the future was recorded before the clock was set back, so it is dropped. */
function keepRecentFlips(flips: readonly number[], now: number): readonly number[] {
  return flips.filter((time) => time > now - FLAP_WINDOW_MS && time <= now)
}
