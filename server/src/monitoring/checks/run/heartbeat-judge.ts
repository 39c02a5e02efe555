import type { SettingsOf } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { planPings } from './heartbeat-schedule.ts'

/** The facts in the database about the pings of a monitor. Times are epoch milliseconds by its clock. */
export interface HeartbeatFacts {
  readonly now_ms: number
  /** When it was created, resumed or got another schedule. Nothing was expected before. */
  readonly armed_at: number
  readonly last_success_at: number | null
  /** The last run that ended has failed. */
  readonly is_failed: boolean
  readonly exit_status: number | null
  readonly run_ms: number | null
  /** What the failed run sent. */
  readonly body: string | null
  /** Up to when pings could be received, apart from the outages. */
  readonly received_until: number
  /** Times in which no ping could be received, oldest first: this service or its database was down. */
  readonly outages: readonly (readonly [from: number, to: number])[]
}

export type HeartbeatVerdict =
  /** The verdict does not change before that time, unless another ping comes. */
  | { readonly kind: 'on_time' | 'waiting'; readonly until: number }
  | { readonly kind: 'failed' }
  /** The ping was expected at that time; the grace period is over. */
  | { readonly kind: 'missed'; readonly expected_at: number }
  /** The grace period is over, but whether pings were received until its end is not known yet. */
  | { readonly kind: 'unsure' }

/** An outage as short as a restart is bridged by a client that retries for half a minute, as `curl --retry 5` does. */
const BRIDGED_MS = 20_000
/** How long after such an outage the retried ping may come. */
const RETRY_MS = 60_000
const FAR_MS = 365 * DAY_MS

interface Deadline {
  readonly expected_at: number
  readonly at: number
}

/**
 * The end of the grace period that counts, after a ping at `base`. An outage of Sitewatch during the time in which a ping could have come
 * excuses it: after a short one the client gets time to retry, after a longer one the next expected ping counts.
 */
function findDeadline(settings: SettingsOf<'heartbeat'>, base: number, facts: HeartbeatFacts): Deadline | null {
  const grace_ms = settings.grace_seconds * 1000
  const schedule = planPings(settings, grace_ms)
  let expected_at = schedule.findNext(base)
  while (expected_at !== null) {
    const end = expected_at + grace_ms
    const start = expected_at - schedule.early_ms
    const touching = facts.outages.filter(([from, to]) => from < end && to > start)
    const long = touching.findLast(([from, to]) => to - from > BRIDGED_MS)
    if (!long) return { expected_at, at: Math.max(end, ...touching.map(([, to]) => to + RETRY_MS)) }
    expected_at = schedule.skipTo(expected_at, long[1] - grace_ms)
  }
  return null
}

export function judgeHeartbeat(settings: SettingsOf<'heartbeat'>, facts: HeartbeatFacts): HeartbeatVerdict {
  const { now_ms, armed_at, last_success_at, is_failed } = facts
  if (is_failed) return { kind: 'failed' }
  if (last_success_at === null) return { kind: 'waiting', until: now_ms + FAR_MS }
  const grace_ms = settings.grace_seconds * 1000
  const expected_at = planPings(settings, grace_ms).findNext(last_success_at)
  if (expected_at === null || expected_at + grace_ms > now_ms)
    return { kind: 'on_time', until: (expected_at ?? now_ms + FAR_MS) + grace_ms }
  const deadline = findDeadline(settings, Math.max(last_success_at, armed_at), facts)
  if (deadline === null || deadline.at > now_ms) return { kind: 'waiting', until: deadline?.at ?? now_ms + FAR_MS }
  if (facts.received_until < deadline.at) return { kind: 'unsure' }
  return { kind: 'missed', expected_at: deadline.expected_at }
}
