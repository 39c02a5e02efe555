import { HOUR_MS } from '@sitewatch/contract/durations'
import { describeUsedUp } from './sms-budget.ts'

/** The fields of a pending delivery that the plan depends on. */
export interface Pending {
  id: number
  kind:
    | 'opened'
    | 'resolved'
    | 'reminder'
    | 'acknowledged'
    | 'escalation'
    | 'flapping_started'
    | 'flapping_ended'
    | 'expiring'
    | 'renewed'
    | 'domain_expiring'
    | 'domain_renewed'
    | 'slow_started'
    | 'slow_ended'
    | 'burn_fast'
    | 'burn_slow'
  attempts: number
  /** Of an attempt whose outcome is not known. */
  attempt_started_at: string | null
  /** Epoch milliseconds. */
  created_at: number
  horizon_from: number
}

export interface Situation {
  now: number
  pending: readonly Pending[]
  is_sms: boolean
  /** Alerts about opened incidents that this provider got in the last minute. */
  opened_last_minute: number
  /** SMS sent by all providers of the team. */
  sms_last_day: number
  sms_per_day: number
}

export type DeliveryPlan =
  | { kind: 'nothing' }
  /** Too many at once: wait, then send them in one message. */
  | { kind: 'wait'; until: number }
  | { kind: 'give_up'; ids: number[]; reason: string }
  | { kind: 'send'; ids: number[]; list: 'storm' | 'late' | null }

const HORIZON_MS = 24 * HOUR_MS
const STORM_COUNT = 10
const HOLD_MS = 60_000
/** As many as every format can list one by one. A list that ends in "and 12 more" would drop somebody's first alert. */
const MAX_LISTED = 20

/**
 * Decides what to do next for one provider. Pure, so that a test can replay a day with a broken channel.
 *
 * | pending                                                   | plan                                          |
 * |-----------------------------------------------------------|-----------------------------------------------|
 * | older than 24 h                                           | give up: marked failed, which the user sees   |
 * | SMS, and the daily limit is reached                       | give up, and say why                          |
 * | an attempt whose outcome is not known                     | the same message, so that a repeat is one     |
 * | several, one of them attempted before or a minute old     | one message with all of them, oldest first    |
 * | an opened incident, and ten were sent in the last minute  | wait until it is a minute old                 |
 * | otherwise                                                 | the oldest                                    |
 */
export function planDelivery(situation: Situation): DeliveryPlan {
  const { now, pending } = situation
  const [oldest] = pending
  if (!oldest) return { kind: 'nothing' }
  const expired = pending.filter((each) => now - each.horizon_from > HORIZON_MS).map((each) => each.id)
  if (expired.length > 0) return { kind: 'give_up', ids: expired, reason: 'Failed for 24 hours; no further attempts.' }
  if (situation.is_sms && situation.sms_last_day >= situation.sms_per_day) {
    const reason = describeUsedUp(situation.sms_per_day)
    return { kind: 'give_up', ids: pending.map((each) => each.id), reason }
  }
  const uncertain_at = pending.find((each) => each.attempt_started_at !== null)?.attempt_started_at
  if (uncertain_at !== undefined) {
    const repeated = pending.filter((each) => each.attempt_started_at === uncertain_at).map((each) => each.id)
    return { kind: 'send', ids: repeated, list: repeated.length > 1 ? 'late' : null }
  }
  const ids = pending.map((each) => each.id)
  const isLate = pending.some((each) => each.attempts > 0 || now - each.created_at >= HOLD_MS)
  if (pending.length > 1 && isLate) {
    const held = pending.every((each) => each.attempts === 0 && each.kind === 'opened')
    return { kind: 'send', ids: ids.slice(0, MAX_LISTED), list: held ? 'storm' : 'late' }
  }
  if (oldest.kind === 'opened' && oldest.attempts === 0 && situation.opened_last_minute >= STORM_COUNT) {
    const until = oldest.created_at + HOLD_MS
    if (now < until) return { kind: 'wait', until }
  }
  return { kind: 'send', ids: [oldest.id], list: null }
}
