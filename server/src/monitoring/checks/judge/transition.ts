import type { Cause, UnknownReason } from '../run/cause.ts'
import type { Alert, CheckOutcome, CheckResult, Effect, MonitorEvent, Resolution } from './event.ts'
import { NOT_FLAPPING, recordFlip, settleFlap } from './flap.ts'
import {
  findNextSlot,
  getRecheckDelayMs,
  MAX_WAIT_WHILE_DOWN_MS,
  planFirstCheck,
  planRecheck,
  shortenSchedule,
} from './schedule.ts'
import type { Schedule } from './schedule.ts'
import { decide, describeDecision, type Opinion } from '../../second-opinion/index.ts'
import { getNextSlot, getUnobservedSince, hasOpenIncident } from './state.ts'
import type { MonitorState } from './state.ts'

const FAILURES_TO_CONFIRM = 3

export type Transition = {
  readonly state: MonitorState
  readonly effects: readonly Effect[]
  /** The slot was already evaluated, or the check started before a pause or a change. The state is unchanged. */
  readonly stale: boolean
}

/**
 * | state       | success             | failure                         | unknown    | next check                         |
 * |-------------|---------------------|---------------------------------|------------|------------------------------------|
 * | pending     | up                  | 1st, 2nd: pending; 3rd: down ①  | pending ③  | within 5 s; then as suspected      |
 * | up          | up                  | suspected                       | up         | next slot                          |
 * | suspected   | up                  | 2nd: suspected; 3rd: down ① ⑥   | up ③       | first failure + 10 s, + 20 s ④     |
 * | down        | recovering          | down                            | down       | next slot of min(interval, 60 s)   |
 * | recovering  | up ②                | down                            | down ③     | first success + 10 s ④             |
 * | paused      | stale               | stale                           | stale      | none                               |
 * | any unknown | as the underlying state                                              | next slot of min(interval, 60 s)   |
 *
 * | state       | pause    | resume  | change of target | change of method | change of interval | delete   |
 * |-------------|----------|---------|------------------|------------------|--------------------|----------|
 * | down, recov.| paused ⑤ | –       | pending ⑤        | down             | same               | paused ⑤ |
 * | paused      | –        | pending | –                | –                | paused             | –        |
 * | all others  | paused   | –       | pending          | the same ③       | same               | paused   |
 *
 * ① Opens the incident. `started_at` is the time of the first failure, `cause` the cause of the third.
 * ② Resolves the incident. `resolved_at` is the time of the first success: the target was back by then, and the second success
 *   only confirms it. This mirrors `started_at`, so confirmation time adds neither downtime nor uptime.
 * ③ Resets an unconfirmed run of failures or successes. Only consecutive results count, because failures around a time without
 *   checks may be caused by the prober. A check more than 60 s late also resets a run.
 * ④ Or after the interval, if that is shorter.
 * ⑤ Resolves the incident without an alert.
 * ⑥ With an opinion of the traffic of its website. Visits stopped: the 2nd failure opens the incident. Visits arrive as expected and
 *   the target could not be reached: the 3rd failure is held, and the 4th opens the incident whatever the opinion is then.
 *
 * The result of a passive check is certain: one failure opens the incident, one success resolves it, and it sets the next due time.
 *
 * Unknown is a result of kind `unknown`, or a failure while the anchors are `offline`. It never changes the shown status.
 * Incident times never go backwards, even if the clock is set back, so incidents of a monitor cannot overlap.
 */
export function transition(state: MonitorState, event: MonitorEvent): Transition {
  switch (event.kind) {
    case 'result':
      return applyResult(state, event)
    case 'pause':
      return stop(state, event.now, 'paused')
    case 'delete':
      return stop(state, event.now, 'deleted')
    case 'resume':
      return resume(state, event.now)
    case 'change_target':
      return changeTarget(state, event.now)
    case 'change_method':
      return changeMethod(state, event.now)
    default:
      return changeInterval(state, event)
  }
}

function applyResult(state: MonitorState, result: CheckResult): Transition {
  if (state.status === 'paused' || result.slot <= state.last_slot) return { state, effects: [], stale: true }
  const { outcome, now, certain_until, opinion } = result
  const isCertain = certain_until !== undefined
  const at = Math.min(result.checked_at, now)
  const since = getUnobservedSince(state, at)
  const before = { ...(since === null ? state : resetRun(state)), last_slot: result.slot }
  const reason = findUnknownReason(outcome)
  if (reason !== null) {
    const next = { ...resetRun(before), unknown: reason, unobserved_since: since ?? at }
    return apply(planNext(next, result, at), [])
  }
  const settled = settle({ ...before, unknown: null, unobserved_since: null }, now)
  const judged =
    outcome.kind === 'failure'
      ? judgeFailure(settled.state, { cause: outcome.cause, opinion, isCertain, at, now })
      : judgeSuccess(settled.state, { isCertain, at, now })
  return apply(planNext(judged.state, result, at), [
    ...describeUnobserved(since, at, 'unknown'),
    ...settled.effects,
    ...judged.effects,
  ])
}

export type Step = { readonly state: MonitorState; readonly effects: readonly Effect[] }

function findUnknownReason(outcome: CheckOutcome): UnknownReason | null {
  if (outcome.kind === 'unknown') return outcome.reason
  return outcome.kind === 'failure' && outcome.anchors === 'offline' ? 'offline' : null
}

interface Judged {
  readonly isCertain: boolean
  readonly at: number
  readonly now: number
}

function judgeSuccess(state: MonitorState, { isCertain, at, now }: Judged): Step {
  if (state.status === 'down' && !isCertain)
    return { state: { ...state, status: 'recovering', first_success_at: at }, effects: [] }
  const up: MonitorState = { ...resetRun(state), status: 'up' }
  if (!hasOpenIncident(state)) return { state: up, effects: [] }
  const resolved_at = Math.max(Math.min(state.first_success_at ?? at, at), state.incident_floor_at)
  return flip({ ...up, incident_floor_at: resolved_at }, now, (alert) => ({
    kind: 'resolve_incident',
    resolved_at,
    resolution: 'recovered',
    alert,
  }))
}

interface JudgedFailure extends Judged {
  readonly cause: Cause
  readonly opinion: Opinion | undefined
}

function judgeFailure(state: MonitorState, failure: JudgedFailure): Step {
  if (hasOpenIncident(state)) return { state: resetRun(state), effects: [] }
  const { cause, isCertain, at, now } = failure
  const failures = state.failures + 1
  const first_failure_at = Math.min(state.first_failure_at ?? at, at)
  const { decision, effects } = consultTraffic(state, failures, failure)
  const isConfirmed = isCertain || decision === 'confirmed_sooner' || failures >= FAILURES_TO_CONFIRM
  if (!isConfirmed || decision === 'held') {
    const status = state.status === 'pending' ? 'pending' : 'suspected'
    return { state: { ...state, status, failures, first_failure_at }, effects }
  }
  const started_at = Math.max(first_failure_at, state.incident_floor_at)
  const confirmed_at = Math.max(now, started_at)
  const down: MonitorState = { ...resetRun(state), status: 'down', incident_floor_at: confirmed_at }
  const opened = flip(down, now, (alert) => ({ kind: 'open_incident', started_at, confirmed_at, cause, alert }))
  return { state: opened.state, effects: [...effects, ...opened.effects] }
}

/** Not for a pending monitor, whose target may never have worked. */
function consultTraffic(state: MonitorState, failures: number, { cause, opinion, isCertain, now }: JudgedFailure) {
  const decision =
    state.status === 'suspected' && !isCertain
      ? decide(opinion, { failures, needed: FAILURES_TO_CONFIRM, cause_kind: cause.kind })
      : null
  const effects: Effect[] =
    decision && opinion ? [{ kind: 'second_opinion', at: now, opinion: describeDecision(decision, opinion) }] : []
  return { decision, effects }
}

function resetRun(state: MonitorState): MonitorState {
  const reset = { ...state, failures: 0, first_failure_at: null, first_success_at: null }
  if (state.status === 'suspected') return { ...reset, status: 'up' }
  if (state.status === 'recovering') return { ...reset, status: 'down' }
  return reset
}

export function flip(state: MonitorState, now: number, describe: (alert: Alert) => Effect): Step {
  const flap = recordFlip(state, now)
  const effects: Effect[] = [describe(flap.flapping ? 'digest' : 'send')]
  if (flap.flapping && !state.flapping) effects.push({ kind: 'start_flapping', at: now })
  return { state: { ...state, ...flap }, effects }
}

export function settle(state: MonitorState, now: number): Step {
  const flap = settleFlap(state, now)
  if (flap === state) return { state, effects: [] }
  return { state: { ...state, ...flap }, effects: state.flapping ? [{ kind: 'end_flapping', at: now }] : [] }
}

function planNext(state: MonitorState, { now, certain_until }: CheckResult, at: number): MonitorState {
  const next_due_at = certain_until === undefined ? findNextDue(state, at, now) : Math.max(certain_until, now + 1)
  return { ...state, next_due_at }
}

function findNextDue(state: MonitorState, at: number, now: number): number {
  const { status, failures, first_failure_at, next_due_at } = state
  if (first_failure_at !== null) return planRecheck(state, { first_failure_at, failures, at, now })
  if (status === 'recovering') return Math.max(now, at + getRecheckDelayMs(state))
  const needsShortInterval = status === 'down' || state.unknown !== null
  const schedule = needsShortInterval ? shortenSchedule(state, MAX_WAIT_WHILE_DOWN_MS) : state
  return findNextSlot(schedule, { now, due: next_due_at ?? now })
}

function stop(state: MonitorState, now: number, resolution: 'paused' | 'deleted'): Transition {
  if (state.status === 'paused') return apply(state, [])
  const closed = endObservation(state, now, resolution)
  return apply({ ...closed.state, status: 'paused', next_due_at: null }, closed.effects)
}

function resume(state: MonitorState, now: number): Transition {
  if (state.status !== 'paused') return apply(state, [])
  return apply(
    { ...state, status: 'pending', unobserved_since: now, next_due_at: planFirstCheck(now, state) },
    describeUnobserved(state.unobserved_since, now, 'paused'),
  )
}

function changeTarget(state: MonitorState, now: number): Transition {
  if (state.status === 'paused') return apply(state, [])
  const closed = endObservation(state, now, 'changed')
  return apply({ ...closed.state, status: 'pending', next_due_at: planFirstCheck(now, state) }, closed.effects)
}

function changeMethod(state: MonitorState, now: number): Transition {
  if (state.status === 'paused') return apply(state, [])
  const changed = { ...resetRun(state), last_slot: getNextSlot(state), next_due_at: planFirstCheck(now, state) }
  return apply({ ...changed, unobserved_since: getUnobservedSince(state, now) }, [])
}

/** Discards a check in flight, as every change does. Its slot could otherwise be later than the slots planned now. */
function changeInterval(state: MonitorState, { now, schedule }: { now: number; schedule: Schedule }): Transition {
  const { interval_ms, phase_ms } = schedule
  const changed = { ...state, interval_ms, phase_ms }
  if (state.next_due_at === null) return apply(changed, [])
  const planned = findNextDue({ ...changed, next_due_at: now }, now, now)
  const next_due_at = Math.min(state.next_due_at, planned)
  return apply({ ...changed, last_slot: getNextSlot(state), next_due_at }, [])
}

/** Ends observation of the current target and discards a check in flight. */
function endObservation(state: MonitorState, now: number, resolution: Resolution): Step {
  const effects: Effect[] = describeUnobserved(getUnobservedSince(state, now), now, 'unknown')
  const resolved_at = Math.max(now, state.incident_floor_at)
  if (hasOpenIncident(state)) effects.push({ kind: 'resolve_incident', resolved_at, resolution, alert: 'none' })
  if (state.flapping) effects.push({ kind: 'end_flapping', at: now })
  return {
    state: {
      ...resetRun(state),
      ...NOT_FLAPPING,
      unknown: null,
      unobserved_since: now,
      incident_floor_at: hasOpenIncident(state) ? resolved_at : state.incident_floor_at,
      last_slot: getNextSlot(state),
    },
    effects,
  }
}

function describeUnobserved(since: number | null, to: number, reason: 'paused' | 'unknown'): Effect[] {
  return since !== null && since < to ? [{ kind: 'record_unobserved', from: since, to, reason }] : []
}

function apply(state: MonitorState, effects: readonly Effect[]): Transition {
  return { state, effects, stale: false }
}
