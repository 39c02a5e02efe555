import type { SettingsOf } from '@sitewatch/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type CheckTools, defineCheckType } from '../run/check-type.ts'
import { describePing } from '../run/evidence.ts'
import { failWith, SUCCESS } from '../run/failure.ts'
import { type HeartbeatFacts, type HeartbeatVerdict, judgeHeartbeat } from '../run/heartbeat-judge.ts'
import { findCronFault, findPingInterval } from '../run/heartbeat-schedule.ts'
import { EMPTY_PROBE_FIELDS, NO_TIMINGS, type ProbeOutcome, type ProbeResult } from '../run/result.ts'

/** The receivers record every second that they receive pings, so a check this long after the deadline is certain. */
const RECORDED_AFTER_MS = 1500
const READ_AGAIN_MS = 300
const MAX_READS = 20
/** A ping is judged when it comes. This check only shows that the monitor is still watched. */
const MAX_WAIT_MS = DAY_MS
const DOWN_WAIT_MS = 60_000

const formatTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

function describeFailed({ exit_status }: HeartbeatFacts): string {
  return exit_status === null ? 'The job reported a failure.' : `The job ended with exit status ${exit_status}.`
}

function toOutcome(verdict: HeartbeatVerdict, facts: HeartbeatFacts): ProbeOutcome {
  switch (verdict.kind) {
    case 'on_time':
      return SUCCESS
    case 'failed':
      return failWith('heartbeat_failed', describeFailed(facts))
    case 'missed': {
      const last = facts.last_success_at === null ? '' : ` The last one came at ${formatTime(facts.last_success_at)}.`
      return failWith(
        'heartbeat_missed',
        `No ping since ${formatTime(verdict.expected_at)}, when it was expected.${last}`,
      )
    }
    case 'waiting':
      return { kind: 'unknown', reason: 'waiting', message: 'No ping was expected yet.' }
    default:
      return { kind: 'unknown', reason: 'probe', message: 'Whether pings could be received is not known.' }
  }
}

function toResult(verdict: HeartbeatVerdict, facts: HeartbeatFacts): ProbeResult {
  const { now_ms, run_ms } = facts
  const next_check_at = 'until' in verdict ? verdict.until + RECORDED_AFTER_MS : now_ms + DOWN_WAIT_MS
  return {
    ...EMPTY_PROBE_FIELDS,
    // The result says nothing about the network of this machine.
    private_target: true,
    timings: { ...NO_TIMINGS, total_ms: run_ms ?? 0 },
    outcome: toOutcome(verdict, facts),
    evidence: verdict.kind === 'failed' ? describePing(facts) : null,
    certain_until: Math.min(next_check_at, now_ms + MAX_WAIT_MS),
  }
}

/** Reads again while the deadline has just passed: the next beat of the receivers is at most a second away. */
async function judge(
  read: Required<CheckTools>['readHeartbeat'],
  settings: SettingsOf<'heartbeat'>,
): Promise<ProbeResult> {
  for (let reads = 1; ; reads++) {
    const facts = await read()
    const verdict = judgeHeartbeat(settings, facts)
    if (verdict.kind !== 'unsure' || reads === MAX_READS) return toResult(verdict, facts)
    await wait(READ_AGAIN_MS)
  }
}

export const heartbeat = defineCheckType('heartbeat', {
  concurrency: { size: 500, per_host: 500 },
  wanted: 'omitted',
  vet: () => ({ ok: true, url: 'heartbeat' }),
  /** A period and a cron expression exclude each other: the one that is sent replaces the other. */
  settle(settings, changes) {
    const next = {
      ...settings,
      ...(changes.period_seconds && changes.cron === undefined && { cron: null }),
      ...(changes.cron && changes.period_seconds === undefined && { period_seconds: null }),
    }
    const { period_seconds, cron, timezone } = next
    if (period_seconds === null && cron === null) {
      const message = 'period_seconds or cron is required for type heartbeat.'
      return { ok: false, field: 'period_seconds', code: 'required', message }
    }
    if (period_seconds !== null && cron !== null)
      return { ok: false, field: 'cron', message: 'cron cannot be used together with period_seconds.' }
    // What is stored is not judged again: a monitor can be paused although its time zone is no longer accepted.
    const isScheduled = changes.cron !== undefined || changes.timezone !== undefined
    const fault = isScheduled ? findCronFault(cron ?? '* * * * *', timezone) : null
    return fault ? { ok: false, code: 'invalid_value', ...fault } : { ok: true, settings: next }
  },
  reconfirm: ['period_seconds', 'cron', 'timezone', 'grace_seconds'],
  findInterval: findPingInterval,
  async run({ readHeartbeat }, { settings }) {
    if (!readHeartbeat) throw new Error('a remote prober does not judge heartbeats')
    return judge(readHeartbeat, settings)
  },
})
