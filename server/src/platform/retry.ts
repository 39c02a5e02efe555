const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 15 * 60_000

/** Doubling from 5 s to 15 min, a fifth up or down, and never earlier than the far side asked for. */
export function planRetry(attempts: number, retry_after_seconds: number | undefined, random = Math.random()): number {
  const base = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 12))
  return Math.max(base * (0.8 + 0.4 * random), (retry_after_seconds ?? 0) * 1000)
}

/** For the second copy of a message: whoever dies between the far side's yes and our note of it sends it again. */
export const REPEAT_NOTE = 'Possible repeat: we may have sent this before.'
