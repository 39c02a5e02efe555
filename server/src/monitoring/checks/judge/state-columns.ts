import { sql } from '../../../platform/postgres/index.ts'
import type { MonitorState } from './state.ts'

export type StateRow = Omit<MonitorState, 'flips'> & { flips: number[] | null }

/** Columns of monitor_state `s`. */
export const STATE_COLUMNS = sql`s.status, s.unknown, s.unobserved_since, s.failures, s.first_failure_at,
  s.first_success_at, s.incident_floor_at, s.interval_ms, s.phase_ms, s.last_slot, s.next_due_at,
  s.flips::float8[] as flips, s.flapping`

export const readState = (row: StateRow): MonitorState => ({ ...row, flips: row.flips ?? [] })
