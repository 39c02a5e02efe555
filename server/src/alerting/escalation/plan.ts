import { MINUTE_MS } from '@sitewatch/contract/durations'

/** A snapshot of the escalation policy, taken when the incident was alerted. */
export interface EscalationPlan {
  steps: readonly {
    after_minutes: number
    provider_ids: readonly number[]
    on_call_schedule_ids: readonly number[]
    repeats: number
    repeat_minutes: number
  }[]
  repeats: number
  repeat_minutes: number
}

/** Which message of an escalation this is. `step` and `round` count from 1, `repeat` from 0. */
export interface MessagePlace {
  step: number
  round: number
  repeat: number
}

export type EndReason = 'acknowledged' | 'resolved' | 'finished' | 'policy_deleted'

/** Times are epoch milliseconds by the database's clock. */
export interface EscalationState {
  now: number
  plan: EscalationPlan
  /** Index of the next message, from 0. */
  position: number
  /** When the next message was planned, or when maintenance last held it. */
  planned_at: number
  /** When the next message is due. */
  next_at: number
  is_acknowledged: boolean
  is_resolved: boolean
  is_policy_deleted: boolean
  /** End of the maintenance of the monitor; null outside of maintenance. */
  held_until: number | null
}

export type NextEscalation =
  | { kind: 'end'; reason: EndReason }
  /** `next_at` is unchanged, or computed again after the clock was set back. */
  | { kind: 'wait'; planned_at: number; next_at: number; look_at: number }
  /** `next_at`: null after the last message. */
  | { kind: 'send'; place: MessagePlace; next_at: number | null }

/** Null after the last message. */
export function findPlace({ steps, repeats }: EscalationPlan, position: number): MessagePlace | null {
  const perRound = steps.reduce((sum, step) => sum + 1 + step.repeats, 0)
  const round = Math.floor(position / perRound)
  if (perRound === 0 || round > repeats) return null
  let rest = position % perRound
  for (const [index, step] of steps.entries()) {
    if (rest <= step.repeats) return { step: index + 1, round: round + 1, repeat: rest }
    rest -= step.repeats + 1
  }
  return null
}

/** Milliseconds between the previous message, or the alert, and this one. Null after the last message. */
function findWait(plan: EscalationPlan, position: number): number | null {
  const place = findPlace(plan, position)
  const step = place && plan.steps[place.step - 1]
  if (!place || !step) return null
  if (place.repeat > 0) return step.repeat_minutes * MINUTE_MS
  if (place.step === 1 && place.round > 1) return plan.repeat_minutes * MINUTE_MS
  return step.after_minutes * MINUTE_MS
}

/**
 * Decides what the escalation of one incident does next. Pure, so that a test can cover any order of acknowledgements, restarts and changes
 * of the clock.
 *
 * | escalation                                    | plan                                                               |
 * |-----------------------------------------------|--------------------------------------------------------------------|
 * | resolved, acknowledged, or its policy deleted | end                                                                |
 * | planned in the future: the clock was set back | restart the wait                                                   |
 * | not due                                       | wait                                                               |
 * | due, in maintenance                           | wait until maintenance ends; check every minute, it may be deleted |
 * | due                                           | send; the next wait starts now                                     |
 *
 * Each wait starts when the message before was really sent. After a server was off for hours, people get one message and the time to react that
 * the policy gives them, not all the messages they missed.
 */
export function planEscalation(state: EscalationState): NextEscalation {
  const { now, plan, position, planned_at, next_at, held_until } = state
  if (state.is_resolved) return { kind: 'end', reason: 'resolved' }
  if (state.is_acknowledged) return { kind: 'end', reason: 'acknowledged' }
  if (state.is_policy_deleted) return { kind: 'end', reason: 'policy_deleted' }
  const place = findPlace(plan, position)
  if (!place) return { kind: 'end', reason: 'finished' }
  // It was already due when it was last planned, so a clock that is set back does not make it wait again.
  const wasDue = next_at <= planned_at
  if (!wasDue && now < planned_at) {
    const due_at = now + (next_at - planned_at)
    return { kind: 'wait', planned_at: now, next_at: due_at, look_at: due_at }
  }
  if (!wasDue && now < next_at) return { kind: 'wait', planned_at, next_at, look_at: next_at }
  if (held_until !== null && now < held_until)
    return {
      kind: 'wait',
      planned_at: now,
      next_at: Math.min(next_at, now),
      look_at: Math.min(held_until, now + MINUTE_MS),
    }
  const wait = findWait(plan, position + 1)
  return { kind: 'send', place, next_at: wait === null ? null : now + wait }
}
