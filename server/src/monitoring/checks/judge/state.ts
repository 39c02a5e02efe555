import type { UnknownReason } from '../run/cause.ts'
import { NOT_FLAPPING } from './flap.ts'
import type { Flap } from './flap.ts'
import { LATE_AFTER_MS, planFirstCheck } from './schedule.ts'
import type { Schedule } from './schedule.ts'

type MonitorStatus = 'pending' | 'up' | 'suspected' | 'down' | 'recovering' | 'paused'

/**
 * One row of `monitor_state`. Every field is a column; times are epoch milliseconds. While a monitor stays up, only
 * `last_slot` and `next_due_at` change.
 *
 * - An incident is open exactly while `status` is down or recovering.
 * - `failures` and `first_failure_at` are set only while pending or suspected, `first_success_at` only while recovering.
 * - `unobserved_since` is set while paused, while unknown, until the first result after create, resume or a change of
 *   target, and when the monitor is changed while a check is overdue.
 */
export type MonitorState = Schedule &
  Flap & {
    readonly status: MonitorStatus
    /** Set when the last check was inconclusive. `status` is then the last known status. */
    readonly unknown: UnknownReason | null
    readonly unobserved_since: number | null
    readonly failures: number
    readonly first_failure_at: number | null
    readonly first_success_at: number | null
    /** The latest time in any incident of this monitor. New incidents never start before it, even if the clock is set back. */
    readonly incident_floor_at: number
    readonly last_slot: number
    /** Null while paused. */
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
 * Returns the slot of the next check: its due time, or `last_slot + 1` after the clock was set back. Slots therefore only
 * increase, and each slot identifies one check. SQL: greatest(next_due_at, last_slot + 1)
 */
export function getNextSlot(state: MonitorState): number {
  return Math.max(state.next_due_at ?? 0, state.last_slot + 1)
}

/** The `status` in the API. A monitor that has never been up stays pending while its failures are confirmed. */
export function getShownStatus(state: Pick<MonitorState, 'status'>): 'pending' | 'up' | 'down' | 'paused' {
  if (state.status === 'suspected') return 'up'
  if (state.status === 'recovering') return 'down'
  return state.status
}

export function hasOpenIncident(state: Pick<MonitorState, 'status'>): boolean {
  return state.status === 'down' || state.status === 'recovering'
}

/**
 * Returns until when at least one location of a monitor observed, or is scheduled to. The aggregate is not checked itself and
 * uses this as its due time. SQL: locations_due_at
 */
export function findLocationsDue(
  locations: readonly Pick<MonitorState, 'unobserved_since' | 'next_due_at'>[],
): number | null {
  const times = locations.flatMap(({ unobserved_since, next_due_at }) => unobserved_since ?? next_due_at ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

/**
 * Returns since when the monitor is unobserved as of `time`, either from the state or because a check is overdue. Recorded
 * intervals end where this one starts, so an uptime calculation adds [this, now) to them.
 */
export function getUnobservedSince(
  state: Pick<MonitorState, 'unobserved_since' | 'next_due_at'>,
  time: number,
): number | null {
  if (state.unobserved_since !== null) return state.unobserved_since
  if (state.next_due_at !== null && time - state.next_due_at > LATE_AFTER_MS) return state.next_due_at
  return null
}
