import type { UnknownReason } from './cause.ts'
import { NOT_FLAPPING } from './flap.ts'
import type { Flap } from './flap.ts'
import { LATE_AFTER_MS, planFirstCheck } from '../schedule/schedule.ts'
import type { Schedule } from '../schedule/schedule.ts'

export type MonitorStatus = 'pending' | 'up' | 'suspected' | 'down' | 'recovering' | 'paused'

/**
 * One row of `monitor_state`: every field is a column of its own, times are epoch milliseconds. In the steady state of
 * an up monitor only `last_slot` and `next_due_at` change.
 *
 * - An incident is open exactly while `status` is down or recovering.
 * - `failures` and `first_failure_at` are set only while pending or suspected, `first_success_at` only while recovering.
 * - `unobserved_since` is set while paused, until the first result after create, resume or a change of target, while
 *   unknown, and when a change came upon a check that was overdue.
 */
export type MonitorState = Schedule &
  Flap & {
    readonly status: MonitorStatus
    /** The overlay: set when the last check said nothing about the target. `status` is then the last one known. */
    readonly unknown: UnknownReason | null
    readonly unobserved_since: number | null
    readonly failures: number
    readonly first_failure_at: number | null
    readonly first_success_at: number | null
    /** The latest time any incident of this monitor carries: no later one may lie before it, whatever the clock does. */
    readonly incident_floor_at: number
    readonly last_slot: number
    /** null while paused. */
    readonly next_due_at: number | null
  }

export function createState(
  now: number,
  { schedule, is_active }: { schedule: Schedule; is_active: boolean },
): MonitorState {
  return {
    status: is_active ? 'pending' : 'paused',
    unknown: null,
    unobserved_since: now,
    failures: 0,
    first_failure_at: null,
    first_success_at: null,
    incident_floor_at: 0,
    interval_ms: schedule.interval_ms,
    phase_ms: schedule.phase_ms,
    last_slot: 0,
    next_due_at: is_active ? planFirstCheck(now, schedule) : null,
    ...NOT_FLAPPING,
  }
}

/**
 * The slot that the next check carries: the time it is due, except after the clock was set back, when it is the number
 * after the last. So slots only grow, and a slot names one check. SQL: greatest(next_due_at, last_slot + 1)
 */
export function getNextSlot(state: MonitorState): number {
  return Math.max(state.next_due_at ?? 0, state.last_slot + 1)
}

/** The `status` of the API. A monitor that has never answered stays pending while its failures are confirmed. */
export function getShownStatus(state: Pick<MonitorState, 'status'>): 'pending' | 'up' | 'down' | 'paused' {
  if (state.status === 'suspected') return 'up'
  if (state.status === 'recovering') return 'down'
  return state.status
}

export function hasOpenIncident(state: Pick<MonitorState, 'status'>): boolean {
  return state.status === 'down' || state.status === 'recovering'
}

/**
 * Until when at least one of a monitor's locations watched, or is to watch: what its aggregate, which is not checked itself,
 * has for a due time. SQL: locations_due_at
 */
export function findLocationsDue(
  places: readonly Pick<MonitorState, 'unobserved_since' | 'next_due_at'>[],
): number | null {
  const times = places.flatMap(({ unobserved_since, next_due_at }) => unobserved_since ?? next_due_at ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

/**
 * Since when nobody has watched, as of `time`: because the state says so, or because a check is overdue. Recorded
 * intervals end where this one begins, so whoever computes uptime adds [this, now) to them.
 */
export function getUnobservedSince(
  state: Pick<MonitorState, 'unobserved_since' | 'next_due_at'>,
  time: number,
): number | null {
  if (state.unobserved_since !== null) return state.unobserved_since
  if (state.next_due_at !== null && time - state.next_due_at > LATE_AFTER_MS) return state.next_due_at
  return null
}
