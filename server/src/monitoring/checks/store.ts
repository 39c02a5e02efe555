import { recordUnobserved, resolveOpenIncident } from '../incidents/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import type { Effect, MonitorEvent } from './judge/event.ts'
import { LOCAL_LOCATION } from './judge/judge-result.ts'
import { planFirstCheck, type Schedule } from './judge/schedule.ts'
import { readState, STATE_COLUMNS, type StateRow } from './judge/state-columns.ts'
import { createState, findLocationsDue, getNextSlot, getUnobservedSince, type MonitorState } from './judge/state.ts'
import { transition } from './judge/transition.ts'

/** The row '' is the aggregate of the monitor; every other row is its state at one named location. */
const AGGREGATE = ''

interface Row {
  readonly location: string
  readonly state: MonitorState
}

/** Locations take turns: of three that check every minute, one checks every twenty seconds. */
function spreadPhase({ interval_ms, phase_ms }: Schedule, index: number, count: number): Schedule {
  return { interval_ms, phase_ms: (phase_ms + Math.floor((index * interval_ms) / count)) % interval_ms }
}

async function insertRow(tx: UserTx, monitor_id: number, { location, state }: Row): Promise<void> {
  await tx.execute(sql`
    insert into monitor_state (team_id, monitor_id, location, type, status, unobserved_since, interval_ms, phase_ms, next_due_at)
    select team_id, id, ${location}, type, ${state.status}, ${state.unobserved_since}, ${state.interval_ms}, ${state.phase_ms},
      ${state.next_due_at} from monitors where team_id = ${tx.team_id} and id = ${monitor_id}`)
}

/** With named locations, those are checked and the aggregate itself is not. */
export async function insertState(
  tx: UserTx,
  monitor_id: number,
  state: MonitorState,
  locations: readonly string[] = [],
): Promise<void> {
  const aggregate = locations.length === 0 ? state : { ...state, next_due_at: null }
  await insertRow(tx, monitor_id, { location: AGGREGATE, state: aggregate })
  for (const [index, location] of locations.entries()) {
    await insertRow(tx, monitor_id, { location, state: { ...state, ...spreadPhase(state, index, locations.length) } })
  }
}

/**
 * Locked until the end of the transaction: a result that is recorded meanwhile waits, and is then outdated. Locations come before the
 * aggregate, which is the order in which a result that is being recorded locks them.
 */
async function lockRows(tx: UserTx, monitor_id: number): Promise<Row[]> {
  const rows = await tx.query(sql<StateRow & { location: string }>`
    select s.location, ${STATE_COLUMNS} from monitor_state s
    where s.team_id = ${tx.team_id} and s.monitor_id = ${monitor_id} order by s.location desc for update`)
  return rows.map(({ location, ...row }) => ({ location, state: readState(row) }))
}

/** A check in flight loses its claim, so that the next one need not wait for it. */
async function saveRow(tx: UserTx, monitor_id: number, { location, state }: Row): Promise<void> {
  await tx.execute(sql`
    update monitor_state set claimed_by = 0, status = ${state.status}, unknown = ${state.unknown},
      unobserved_since = ${state.unobserved_since}, failures = ${state.failures},
      first_failure_at = ${state.first_failure_at}, first_success_at = ${state.first_success_at},
      incident_floor_at = ${state.incident_floor_at}, interval_ms = ${state.interval_ms}, phase_ms = ${state.phase_ms},
      last_slot = ${state.last_slot}, next_due_at = ${state.next_due_at},
      flips = ${state.flips.length === 0 ? null : state.flips}, flapping = ${state.flapping},
      type = (select type from monitors where team_id = ${tx.team_id} and id = ${monitor_id})
    where team_id = ${tx.team_id} and monitor_id = ${monitor_id} and location = ${location}`)
}

/** Applies what a person did to a monitor: saves the new state, and the incident or the unobserved time that it ends. */
export async function moveMonitor(
  tx: UserTx,
  monitor_id: number,
  describe: (now: number) => readonly MonitorEvent[],
): Promise<void> {
  const rows = await lockRows(tx, monitor_id)
  const { now_ms } = await tx.one(sql<{ now_ms: number }>`select clock_ms() as now_ms`)
  const events = describe(now_ms)
  if (events.length === 0) return
  const locationRows = rows.filter(({ location }) => location !== AGGREGATE)
  for (const [index, locationRow] of locationRows.entries()) {
    const { state } = applyEvents(locationRow.state, events, { index, count: locationRows.length })
    await saveRow(tx, monitor_id, { location: locationRow.location, state })
  }
  const aggregate = rows.find(({ location }) => location === AGGREGATE)
  if (!aggregate) return
  const { state, effects } = applyEvents(withDue(aggregate.state, locationRows), events, { index: 0, count: 1 })
  await saveRow(tx, monitor_id, {
    location: AGGREGATE,
    state: locationRows.length === 0 ? state : { ...state, next_due_at: null },
  })
  for (const effect of effects) {
    if (effect.kind === 'resolve_incident') await resolveOpenIncident(tx, monitor_id, effect)
    if (effect.kind === 'record_unobserved') await recordUnobserved(tx, monitor_id, effect)
  }
}

/** The aggregate with the due time of its locations, which shows whether it is overdue. */
function withDue(aggregate: MonitorState, locationRows: readonly Row[]): MonitorState {
  if (locationRows.length === 0 || aggregate.status === 'paused') return aggregate
  return { ...aggregate, next_due_at: findLocationsDue(locationRows.map(({ state }) => state)) }
}

function applyEvents(
  before: MonitorState,
  events: readonly MonitorEvent[],
  { index, count }: { index: number; count: number },
): { state: MonitorState; effects: Effect[] } {
  let state = before
  const effects: Effect[] = []
  for (const event of events) {
    const spread =
      event.kind === 'change_interval' ? { ...event, schedule: spreadPhase(event.schedule, index, count) } : event
    const moved = transition(state, spread)
    state = moved.state
    effects.push(...moved.effects)
  }
  return { state, effects }
}

/** Changes the locations: those that stay keep their state, new ones start, and the aggregate follows them. */
export async function changeLocations(tx: UserTx, monitor_id: number, locations: readonly string[]): Promise<void> {
  const rows = await lockRows(tx, monitor_id)
  const { now_ms } = await tx.one(sql<{ now_ms: number }>`select clock_ms() as now_ms`)
  const aggregate = rows.find(({ location }) => location === AGGREGATE)?.state
  if (!aggregate) return
  await tx.execute(sql`
    delete from monitor_state where team_id = ${tx.team_id} and monitor_id = ${monitor_id} and location <> ''
      and location <> all(${locations}::text[])`)
  const is_active = aggregate.status !== 'paused'
  for (const [index, location] of locations.entries()) {
    if (rows.some((row) => row.location === location)) continue
    const schedule = spreadPhase(aggregate, index, locations.length)
    await insertRow(tx, monitor_id, { location, state: createState(now_ms, { schedule, is_active }) })
  }
  const locationRows = rows.filter(({ location }) => location !== AGGREGATE)
  const unobserved_since = getUnobservedSince(withDue(aggregate, locationRows), now_ms)
  const next_due_at = is_active && locations.length === 0 ? planFirstCheck(now_ms, aggregate) : null
  const last_slot = getNextSlot(aggregate)
  await saveRow(tx, monitor_id, {
    location: AGGREGATE,
    state: { ...aggregate, unobserved_since, next_due_at, last_slot },
  })
}

/** The valid names in `locations`. */
export async function listLocations(tx: UserTx): Promise<string[]> {
  const rows = await tx.query(sql<{ name: string }>`select name from locations order by name`)
  return [LOCAL_LOCATION, ...rows.map((row) => row.name)]
}
