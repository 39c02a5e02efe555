import type { CertificateFacts } from '../../../platform/egress/index.ts'
import { describeUnknown } from '../run/cause.ts'
import type { ClaimedCheck } from './claimed-check.ts'
import type { CheckOutcome, Effect } from './event.ts'
import type { AnchorVerdict } from '../run/anchors.ts'
import type { Evidence, ProbeResult } from '../run/result.ts'
import { getNextSlot, type MonitorState } from './state.ts'
import { describeHeld, type TrafficNow, weighTraffic } from '../../second-opinion/index.ts'
import { transition } from './transition.ts'

/** A completed check, with everything needed to record it. */
export interface CheckedResult {
  readonly check: Omit<ClaimedCheck, 'url' | 'timeout_seconds' | 'settings' | 'sealed' | 'host_key'>
  readonly probe: ProbeResult
  readonly anchors: AnchorVerdict
  /** Start of the check, by the database clock. */
  readonly checked_at: number
}

/** The effect of a result on its monitor, computed before any database query. */
export interface JudgedResult {
  readonly monitor_id: number
  readonly team_id: number
  readonly location: string
  /** The previous slot. The decision is valid as long as the row still has this slot. */
  readonly seen_slot: number
  /** The state at claim time; `state` is the state after the result. */
  readonly before: MonitorState
  readonly state: MonitorState
  readonly effects: readonly Effect[]
  /** A success that changes nothing but the check time. Almost every check is one. */
  readonly isSteady: boolean
  /** The result is conclusive, so it updates the last check. */
  readonly isObserved: boolean
  readonly checked_at: number
  /** Time of recording. */
  readonly now: number
  readonly last_response_ms: number | null
  readonly last_error: string | null
  readonly tls_expires_at: string | null
  readonly certificate: CertificateFacts | null
  readonly evidence: Evidence | null
  readonly history: string
}

function toOutcome({ probe, anchors }: CheckedResult): CheckOutcome {
  const { outcome } = probe
  if (outcome.kind === 'success') return outcome
  if (outcome.kind === 'failure') return { kind: 'failure', cause: outcome.cause, anchors }
  return { kind: 'unknown', reason: outcome.kind === 'unknown' ? outcome.reason : 'probe' }
}

/** Weighs the traffic since the first failure of the run. Without a failure, there is nothing to weigh. */
const weigh = (traffic: TrafficNow | undefined, { first_failure_at }: MonitorState, now: number) =>
  traffic && first_failure_at !== null ? weighTraffic(traffic, { first_failure_at, now }) : undefined

/** What Sitewatch adds to the message of a failed check. */
function describeEffects(effects: readonly Effect[]): string {
  const secondOpinion = effects.find((effect) => effect.kind === 'second_opinion')
  return secondOpinion?.opinion.decision === 'held' ? ` ${describeHeld(secondOpinion.opinion)}` : ''
}

export function judgeResult(result: CheckedResult, now: number, traffic?: TrafficNow): JudgedResult {
  const { check, probe, checked_at } = result
  const outcome = toOutcome(result)
  const slot = getNextSlot(check.state)
  const { state, effects } = transition(check.state, {
    kind: 'result',
    slot,
    checked_at,
    now,
    outcome,
    certain_until: probe.certain_until,
    opinion: weigh(traffic, check.state, now),
  })
  const note = describeEffects(effects)
  const isObserved = state.unknown === null
  const tls_expires_at = probe.tls_expires_at?.toISOString() ?? check.tls_expires_at
  // A passive check has a time only if the job sent one.
  const isTimed = probe.certain_until === undefined || probe.timings.total_ms > 0
  const hasAnswered = (outcome.kind === 'success' && isTimed) || probe.http_status !== null
  return {
    monitor_id: check.monitor_id,
    team_id: check.team_id,
    location: check.location,
    seen_slot: check.state.last_slot,
    before: check.state,
    state,
    effects,
    isSteady: outcome.kind === 'success' && isSameState(check.state, state) && tls_expires_at === check.tls_expires_at,
    isObserved,
    checked_at,
    now,
    last_response_ms: hasAnswered ? roundTenth(probe.timings.total_ms) : null,
    last_error: outcome.kind === 'failure' ? outcome.cause.message + note : null,
    tls_expires_at,
    certificate: probe.certificate,
    evidence: probe.evidence,
    history: writeHistoryRow(result, { slot, state, note }),
  }
}

function isSameState(before: MonitorState, after: MonitorState): boolean {
  return (
    before.status === after.status &&
    before.unknown === after.unknown &&
    before.unobserved_since === after.unobserved_since &&
    before.failures === after.failures &&
    before.first_failure_at === after.first_failure_at &&
    before.first_success_at === after.first_success_at &&
    before.incident_floor_at === after.incident_floor_at &&
    before.flapping === after.flapping &&
    before.flips === after.flips
  )
}

const roundTenth = (ms: number): number => Math.round(ms * 10) / 10

/** The location name shown for checks by local probers. */
export const LOCAL_LOCATION = 'default'
/** Local probers check monitors without locations and monitors that list the local location. */
export const LOCAL_LOCATIONS: readonly string[] = ['', LOCAL_LOCATION]

/** Unix seconds with milliseconds: the time format that ClickHouse parses fastest. */
const writeTime = (ms: number): string => `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}`

/**
 * Builds one row for the ClickHouse table `checks`. Omitted columns default to zero or empty. Concatenated by hand, because this runs
 * for every check: JSON.stringify of an object takes three times as long.
 */
function writeHistoryRow(
  { check, probe, checked_at }: CheckedResult,
  { slot, state, note }: { slot: number; state: MonitorState; note: string },
): string {
  const { outcome, timings } = probe
  const location = check.location === '' ? LOCAL_LOCATION : check.location
  const status = state.unknown !== null ? 'unknown' : outcome.kind === 'success' ? 'up' : 'down'
  let row = `{"team_id":${check.team_id},"monitor_id":${check.monitor_id},"location":"${location}"`
  row += `,"slot":"${writeTime(slot)}","started_at":"${writeTime(checked_at)}","status":"${status}"`
  if (state.unknown !== null) row += `,"message":${JSON.stringify(describeUnknown(state.unknown))}`
  else if (outcome.kind === 'failure') {
    row += `,"cause":"${outcome.cause.kind}","message":${JSON.stringify(outcome.cause.message + note)}`
  }
  if (probe.http_status !== null) row += `,"http_status":${probe.http_status}`
  row += writeTenths('dns_ms', timings.dns_ms) + writeTenths('connect_ms', timings.connect_ms)
  row += writeTenths('tls_ms', timings.tls_ms) + writeTenths('first_byte_ms', timings.first_byte_ms)
  row += writeTenths('total_ms', timings.total_ms) + writeTenths('jitter_ms', probe.jitter_ms)
  const loss_percent = Math.round(probe.loss_percent)
  if (loss_percent > 0) row += `,"loss_percent":${loss_percent}`
  return `${row}}\n`
}

const writeTenths = (name: string, ms: number): string => (ms >= 0.05 ? `,"${name}":${roundTenth(ms)}` : '')
