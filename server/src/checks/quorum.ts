import type { Cause } from './cause.ts'
import type { Effect } from './event.ts'
import { flip, settle, type Step } from './transition.ts'
import { hasOpenIncident, type MonitorState } from './state.ts'

/** What one location knows of a monitor. */
export type Place = Pick<MonitorState, 'status' | 'unknown' | 'unobserved_since'>

export interface Vote {
  /** When the check that is being recorded began, and when it is recorded. */
  readonly at: number
  readonly now: number
  /** What the location's own state machine made of it. */
  readonly effects: readonly Effect[]
}

/**
 * The standing of a monitor that is checked from several locations. Each has a state machine of its own, with its own
 * confirmation; a monitor is down while at least `quorum` of them say so.
 *
 * | locations down | standing up or pending                          | standing down                        |
 * |----------------|-------------------------------------------------|--------------------------------------|
 * | ≥ quorum       | down; the incident began when the location that | down                                 |
 * |                | made the quorum first failed                    |                                      |
 * | < quorum       | up, once one of them has answered               | up; it ended when the location that  |
 * |                |                                                 | broke the quorum first succeeded     |
 *
 * It is observed while one of them observes. Paused it stays, whatever they say.
 */
export function judgeQuorum(standing: MonitorState, places: readonly Place[], quorum: number, vote: Vote): Step {
  if (standing.status === 'paused' || places.length === 0) return { state: standing, effects: [] }
  const { at, now } = vote
  const observed = observe(standing, places, at)
  const settled = settle(observed.state, now)
  const downs = places.filter(hasOpenIncident).length
  const isDown = downs >= Math.min(quorum, places.length)
  const decided = isDown
    ? open(settled.state, vote, describeDowns(downs, places.length))
    : close(settled.state, places, vote)
  return { state: decided.state, effects: [...observed.effects, ...settled.effects, ...decided.effects] }
}

const describeDowns = (downs: number, places: number): Cause => ({
  kind: 'connect',
  http_status: null,
  message: `Down as seen from ${downs} of ${places} locations.`,
})

function observe(standing: MonitorState, places: readonly Place[], at: number): Step {
  const unknown = places.every((place) => place.unknown !== null) ? (places[0]?.unknown ?? null) : null
  if (places.every((place) => place.unobserved_since !== null)) {
    return { state: { ...standing, unknown, unobserved_since: standing.unobserved_since ?? at }, effects: [] }
  }
  const since = standing.unobserved_since
  const effects: Effect[] =
    since !== null && since < at ? [{ kind: 'record_unobserved', from: since, to: at, reason: 'unknown' }] : []
  return { state: { ...standing, unknown, unobserved_since: null }, effects }
}

function open(state: MonitorState, { at, now, effects }: Vote, otherwise: Cause): Step {
  if (hasOpenIncident(state)) return { state, effects: [] }
  const own = effects.find((effect) => effect.kind === 'open_incident')
  const started_at = Math.max(own?.started_at ?? at, state.incident_floor_at)
  const confirmed_at = Math.max(now, started_at)
  const cause = own?.cause ?? otherwise
  return flip({ ...state, status: 'down', incident_floor_at: confirmed_at }, now, (alert) => ({
    kind: 'open_incident',
    started_at,
    confirmed_at,
    cause,
    alert,
  }))
}

function close(state: MonitorState, places: readonly Place[], { at, now, effects }: Vote): Step {
  if (!hasOpenIncident(state)) {
    const hasAnswered = places.some((place) => place.status !== 'pending')
    return { state: hasAnswered ? { ...state, status: 'up' } : state, effects: [] }
  }
  const own = effects.find((effect) => effect.kind === 'resolve_incident')
  const resolved_at = Math.max(own?.resolved_at ?? at, state.incident_floor_at)
  return flip({ ...state, status: 'up', incident_floor_at: resolved_at }, now, (alert) => ({
    kind: 'resolve_incident',
    resolved_at,
    resolution: 'recovered',
    alert,
  }))
}
