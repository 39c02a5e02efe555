import { msg } from './text/index.ts'

const FIRST_WAIT_MS = 5000
const MAX_WAIT_MS = 15 * 60_000

/** Exponential backoff in milliseconds: doubles from 5 s to 15 min, with 20 % jitter, and never less than Retry-After. */
export function planRetry(attempts: number, retry_after_seconds: number | undefined, random = Math.random()): number {
  const base = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 12))
  return Math.max(base * (0.8 + 0.4 * random), (retry_after_seconds ?? 0) * 1000)
}

/** Added to a message that may be a duplicate: a process killed between the response and the update that records it sends again. */
export const REPEAT_NOTE = msg('Possible duplicate: this message may have been sent before.')
