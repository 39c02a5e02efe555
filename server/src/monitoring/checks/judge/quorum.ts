import type { Cause } from '../run/cause.ts'
import type { Effect } from './event.ts'
import { flip, settle, type Step } from './transition.ts'
import { LATE_AFTER_MS } from './schedule.ts'
import { getUnobservedSince, hasOpenIncident, type MonitorState } from './state.ts'

/** The state of a monitor at one location. */
export type LocationState = Pick<MonitorState, 'status' | 'unknown' | 'unobserved_since' | 'next_due_at'>

export interface Vote {
  /** Start of the check being recorded; `now` is the time of recording. */
  readonly at: number
  readonly now: number
  /** Effects from the state machine of the location. */
  readonly effects: readonly Effect[]
  /** Check timeout of this monitor. */
  readonly timeout_ms: number
  /** Until when the locations were observing before this result (findLocationsDue). */
  readonly due_before: number | null
}

/**
 * Computes the aggregate state of a multi-location monitor. Each location has its own state machine with its own confirmation.
 * The monitor is down while at least `quorum` locations report it down. A location has no vote if its last check was unknown,
 * if it has not reported yet, or if it is overdue because its probers are gone.
 *
 * | votes                    | aggregate up or pending                          | aggregate down                        |
 * |--------------------------|-------------------------------------------------|--------------------------------------|
 * | down ≥ quorum            | down; the incident began when the location that | down                                 |
 * |                          | made the quorum first failed                    |                                      |
 * | down < quorum, one is up | up                                              | up; it ended when the location that  |
 * |                          |                                                 | broke the quorum first succeeded     |
 * | down < quorum, none is up| unchanged: no location reports it up            | unchanged                            |
 *
 * The aggregate is observed while any location observes. A paused one stays paused.
 */
export function judgeQuorum(
  aggregate: MonitorState,
  locations: readonly LocationState[],
  quorum: number,
  vote: Vote,
): Step {
  if (aggregate.status === 'paused' || locations.length === 0) return { state: aggregate, effects: [] }
  const present = locations.filter((location) => !isOverdue(location, vote))
  const voters = present.filter((location) => location.unobserved_since === null)
  const observed = observe(aggregate, { present, voters }, vote)
  const settled = settle(observed.state, vote.now)
  const downs = voters.filter(hasOpenIncident).length
  const isDown = downs >= Math.min(quorum, locations.length)
  const decided = isDown
    ? open(settled.state, vote, describeDowns(downs, locations.length))
    : close(settled.state, voters.some(isSeenUp), vote)
  return { state: decided.state, effects: [...observed.effects, ...settled.effects, ...decided.effects] }
}

/** The prober is gone. The timeout is added so that locations still waiting for an unresponsive host keep their vote. */
function isOverdue({ next_due_at }: LocationState, { now, timeout_ms }: Vote): boolean {
  return next_due_at !== null && now - next_due_at > LATE_AFTER_MS + timeout_ms
}

const describeDowns = (downs: number, locations: number): Cause => ({
  kind: 'connect',
  http_status: null,
  message: `Down from ${downs} of ${locations} locations.`,
})

interface Reporting {
  readonly present: readonly LocationState[]
  readonly voters: readonly LocationState[]
}

/** Missing results are recorded as an unobserved gap, as for a monitor without locations. */
function observe(aggregate: MonitorState, { present, voters }: Reporting, { at, due_before }: Vote): Step {
  const unknown = present.every((location) => location.unknown !== null) ? (present[0]?.unknown ?? null) : null
  const since = getUnobservedSince({ unobserved_since: aggregate.unobserved_since, next_due_at: due_before }, at)
  if (voters.length === 0) return { state: { ...aggregate, unknown, unobserved_since: since ?? at }, effects: [] }
  const effects: Effect[] =
    since !== null && since < at ? [{ kind: 'record_unobserved', from: since, to: at, reason: 'unknown' }] : []
  return { state: { ...aggregate, unknown, unobserved_since: null }, effects }
}

function open(state: MonitorState, { at, now, effects }: Vote, fallbackCause: Cause): Step {
  if (hasOpenIncident(state)) return { state, effects: [] }
  const locationEffect = effects.find((effect) => effect.kind === 'open_incident')
  const started_at = Math.max(locationEffect?.started_at ?? at, state.incident_floor_at)
  const confirmed_at = Math.max(now, started_at)
  const cause = locationEffect?.cause ?? fallbackCause
  return flip({ ...state, status: 'down', incident_floor_at: confirmed_at }, now, (alert) => ({
    kind: 'open_incident',
    started_at,
    confirmed_at,
    cause,
    alert,
  }))
}

const isSeenUp = ({ status }: LocationState): boolean => status === 'up' || status === 'suspected'

function close(state: MonitorState, hasUp: boolean, { at, now, effects }: Vote): Step {
  if (!hasUp) return { state, effects: [] }
  if (!hasOpenIncident(state)) return { state: { ...state, status: 'up' }, effects: [] }
  const locationEffect = effects.find((effect) => effect.kind === 'resolve_incident')
  const resolved_at = Math.max(locationEffect?.resolved_at ?? at, state.incident_floor_at)
  return flip({ ...state, status: 'up', incident_floor_at: resolved_at }, now, (alert) => ({
    kind: 'resolve_incident',
    resolved_at,
    resolution: 'recovered',
    alert,
  }))
}
