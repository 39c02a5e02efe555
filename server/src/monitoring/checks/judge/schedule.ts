/**
 * When checks are due. Times are epoch milliseconds by Postgres's clock, which the caller supplies. Each function is
 * integer arithmetic that Postgres's bigint repeats exactly; its comment gives the expression.
 */

export type Schedule = {
  readonly interval_ms: number
  /** Fixed offset in [0, interval_ms): slots are the times ≡ phase_ms modulo interval_ms. */
  readonly phase_ms: number
}

const RECHECK_AFTER_MS = 10_000
export const MAX_WAIT_WHILE_DOWN_MS = 60_000
/** A check that starts later than this after it was due leaves an unobserved gap. A dead prober is replaced in 10 s. */
export const LATE_AFTER_MS = 60_000
/** The first check must run within 5 s. The rest of that time is left for the claim. */
const FIRST_CHECK_SPREAD_MS = 2_000

const GOLDEN_RATIO_32 = 0x9e3779b1

/**
 * Multiplication by the golden ratio, not a random hash: consecutive ids land as far apart as they can, so any run of n
 * of them is spread to within a few interval/n, where a random hash leaves clumps.
 *
 * SQL: (((((id & 2147483647) * 2654435761) & 4294967295) >> 8) * interval_ms) >> 24
 */
export function computePhaseMs(monitorId: number, interval_ms: number): number {
  const fraction24 = (Math.imul(monitorId % 0x8000_0000, GOLDEN_RATIO_32) >>> 0) >>> 8
  return Math.floor((fraction24 * interval_ms) / 0x100_0000)
}

/** A heartbeat may have a longer interval; its checks set their own due times. */
const MAX_INTERVAL_SECONDS = 86_400

export function planSchedule(monitorId: number, interval_seconds: number): Schedule {
  const interval_ms = Math.min(interval_seconds, MAX_INTERVAL_SECONDS) * 1000
  return { interval_ms, phase_ms: computePhaseMs(monitorId, interval_ms) }
}

/**
 * The first slot at or after `time`; slots in between are skipped, never replayed.
 *
 * SQL: t + mod(mod(phase_ms - t, interval_ms) + interval_ms, interval_ms)
 */
export function findSlotFrom(time: number, { interval_ms, phase_ms }: Schedule): number {
  return time + ((((phase_ms - time) % interval_ms) + interval_ms) % interval_ms)
}

/**
 * The first slot after both `now` and the check just made, `due`. A clock set back by less than an interval must not
 * return the same slot again; one set back further must not leave the monitor unchecked until it has caught up.
 */
export function findNextSlot(schedule: Schedule, { now, due }: { now: number; due: number }): number {
  const isSetBackSlightly = due > now && due - now < schedule.interval_ms
  return findSlotFrom((isSetBackSlightly ? due : now) + 1, schedule)
}

/** The same monitor's slots with a period of at most `max_ms`. */
export function shortenSchedule({ interval_ms, phase_ms }: Schedule, max_ms: number): Schedule {
  const shorter_ms = Math.min(interval_ms, max_ms)
  return { interval_ms: shorter_ms, phase_ms: phase_ms % shorter_ms }
}

/** After create, resume or a change. SQL: now_ms + phase_ms % 2000 */
export function planFirstCheck(now: number, { phase_ms }: Schedule): number {
  return now + (phase_ms % FIRST_CHECK_SPREAD_MS)
}

/** SQL: least(10000, interval_ms) */
export function getRecheckDelayMs({ interval_ms }: Schedule): number {
  return Math.min(RECHECK_AFTER_MS, interval_ms)
}

/**
 * The re-check that follows failure number `failures`, made at `at`: at the first failure + 10 s, + 20 s. Never less
 * than half that delay after the last, so a late check or a clock set forward does not make confirmation instant; never
 * more than the delay, so a clock set back does not make it wait.
 */
export function planRecheck(
  schedule: Schedule,
  { first_failure_at, failures, at, now }: { first_failure_at: number; failures: number; at: number; now: number },
): number {
  const delay_ms = getRecheckDelayMs(schedule)
  const planned = first_failure_at + failures * delay_ms
  return Math.max(now, Math.min(at + delay_ms, Math.max(at + Math.floor(delay_ms / 2), planned)))
}
