import { type RoleTx, sql } from '../../../platform/postgres/index.ts'
import { judgeQuorum, type LocationState } from './quorum.ts'
import type { JudgedResult } from './judge-result.ts'
import { readState, STATE_COLUMNS, type StateRow } from './state-columns.ts'
import { findLocationsDue, type MonitorState } from './state.ts'

/** A result that changes the state of a monitor, as recorded. */
export type ChangedResult = Pick<JudgedResult, 'team_id' | 'monitor_id' | 'state' | 'effects' | 'evidence'>

interface MonitorAggregate {
  monitor_id: number
  quorum: number
  timeout_ms: number
  state: MonitorState
}

/**
 * Updates the aggregate state of multi-location monitors from the results of their locations. Aggregate rows are locked first,
 * and locations are read afterwards without a lock. If two locations go down at once, the later transaction sees both.
 */
export async function judgeAggregates(
  tx: RoleTx<'worker'>,
  results: readonly JudgedResult[],
): Promise<ChangedResult[]> {
  const ids = [...new Set(results.map((result) => result.monitor_id))]
  const aggregates = new Map((await lockAggregates(tx, ids)).map((aggregate) => [aggregate.monitor_id, aggregate]))
  const locations = Map.groupBy(await readLocations(tx, ids), (location) => location.monitor_id)
  const changed: ChangedResult[] = []
  const rows: object[] = []
  for (const result of results) {
    const aggregate = aggregates.get(result.monitor_id)
    if (!aggregate) continue
    const states = locations.get(result.monitor_id) ?? []
    const before = states.map((location) => (location.location === result.location ? result.before : location))
    const vote = {
      at: result.checked_at,
      now: result.now,
      effects: result.effects,
      timeout_ms: aggregate.timeout_ms,
      due_before: findLocationsDue(before),
    }
    const { state, effects } = judgeQuorum(aggregate.state, states, aggregate.quorum, vote)
    aggregate.state = state
    changed.push({ team_id: result.team_id, monitor_id: result.monitor_id, state, effects, evidence: result.evidence })
    rows.push(describeRow(result, state))
  }
  await saveAggregates(tx, rows)
  return changed
}

async function lockAggregates(tx: RoleTx<'worker'>, ids: readonly number[]): Promise<MonitorAggregate[]> {
  const rows = await tx.query(sql<StateRow & Omit<MonitorAggregate, 'state'>>`
    select s.monitor_id, m.quorum, m.timeout_seconds * 1000 as timeout_ms, ${STATE_COLUMNS} from monitor_state s join monitors m on m.id = s.monitor_id
    where s.monitor_id = any(${ids}::bigint[]) and s.location = '' order by s.monitor_id for update of s`)
  return rows.map(({ monitor_id, quorum, timeout_ms, ...row }) => ({
    monitor_id,
    quorum,
    timeout_ms,
    state: readState(row),
  }))
}

type LocationRow = LocationState & { monitor_id: number; location: string }

const readLocations = (tx: RoleTx<'worker'>, ids: readonly number[]): Promise<LocationRow[]> =>
  tx.query(sql<LocationRow>`
    select monitor_id, location, status, unknown, unobserved_since, next_due_at from monitor_state
    where monitor_id = any(${ids}::bigint[]) and location <> ''`)

/** A location that reports the target as up does not clear an error reported by other locations. */
function describeRow(result: JudgedResult, state: MonitorState): object {
  return {
    monitor_id: result.monitor_id,
    status: state.status,
    unknown: state.unknown,
    unobserved_since: state.unobserved_since,
    incident_floor_at: state.incident_floor_at,
    flips: state.flips.length === 0 ? null : state.flips,
    flapping: state.flapping,
    is_observed: result.isObserved,
    checked_at: result.checked_at,
    last_response_ms: result.last_response_ms,
    last_error: result.last_error,
    keeps_error: result.last_error === null && state.status === 'down',
    tls_expires_at: result.tls_expires_at,
  }
}

async function saveAggregates(tx: RoleTx<'worker'>, rows: readonly object[]): Promise<void> {
  await tx.execute(sql`
    update monitor_state s set status = r.status, unknown = r.unknown, unobserved_since = r.unobserved_since,
      incident_floor_at = r.incident_floor_at, flips = r.flips, flapping = r.flapping,
      tls_expires_at = coalesce(r.tls_expires_at, s.tls_expires_at),
      last_checked_at = case when r.is_observed then greatest(s.last_checked_at, r.checked_at) else s.last_checked_at end,
      last_response_ms = case when r.is_observed then r.last_response_ms else s.last_response_ms end,
      last_error = case when r.is_observed and not r.keeps_error then r.last_error else s.last_error end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (monitor_id bigint, status text, unknown text,
      unobserved_since bigint, incident_floor_at bigint, flips bigint[], flapping boolean, is_observed boolean,
      checked_at bigint, last_response_ms real, last_error text, keeps_error boolean, tls_expires_at timestamptz)
    where s.monitor_id = r.monitor_id and s.location = ''`)
}
