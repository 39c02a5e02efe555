import { recordUnobserved, resolveOpenIncident } from '../incidents/index.ts'
import { sql, type UserTx } from '../platform/postgres/index.ts'
import type { MonitorState } from './state.ts'
import type { Transition } from './transition.ts'

type StateRow = Omit<MonitorState, 'flips'> & { flips: number[] | null }

export async function insertState(tx: UserTx, monitor_id: number, state: MonitorState): Promise<void> {
  await tx.execute(sql`
    insert into monitor_state (user_id, monitor_id, type, status, unobserved_since, interval_ms, phase_ms, next_due_at)
    select user_id, id, type, ${state.status}, ${state.unobserved_since}, ${state.interval_ms}, ${state.phase_ms},
      ${state.next_due_at} from monitors where user_id = ${tx.user_id} and id = ${monitor_id}`)
}

/** Held to the end of the transaction: a result recorded meanwhile waits, and then finds its slot gone. */
export async function lockState(tx: UserTx, monitor_id: number): Promise<MonitorState> {
  const row = await tx.one(sql<StateRow>`
    select status, unknown, unobserved_since, failures, first_failure_at, first_success_at, incident_floor_at, interval_ms,
      phase_ms, last_slot, next_due_at, flips::float8[] as flips, flapping
    from monitor_state where user_id = ${tx.user_id} and monitor_id = ${monitor_id} and location = '' for update`)
  return { ...row, flips: row.flips ?? [] }
}

/**
 * What a person did to a monitor: the state it leads to, and the incident or the unobserved time that it ends. A check in
 * flight loses its claim, so that the next one need not wait for it.
 */
export async function saveTransition(tx: UserTx, monitor_id: number, { state, effects }: Transition): Promise<void> {
  await tx.execute(sql`
    update monitor_state set claimed_by = 0, status = ${state.status}, unknown = ${state.unknown},
      unobserved_since = ${state.unobserved_since}, failures = ${state.failures},
      first_failure_at = ${state.first_failure_at}, first_success_at = ${state.first_success_at},
      incident_floor_at = ${state.incident_floor_at}, interval_ms = ${state.interval_ms}, phase_ms = ${state.phase_ms},
      last_slot = ${state.last_slot}, next_due_at = ${state.next_due_at},
      flips = ${state.flips.length === 0 ? null : state.flips}, flapping = ${state.flapping},
      type = (select type from monitors where user_id = ${tx.user_id} and id = ${monitor_id})
    where user_id = ${tx.user_id} and monitor_id = ${monitor_id} and location = ''`)
  for (const effect of effects) {
    if (effect.kind === 'resolve_incident') await resolveOpenIncident(tx, monitor_id, effect)
    if (effect.kind === 'record_unobserved') await recordUnobserved(tx, monitor_id, effect)
  }
}
