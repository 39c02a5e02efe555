import type { QuietHours } from '@sitewatch/contract'
import { findEnd } from '../../platform/time/weekly-hours.ts'
import type { Pending } from './plan.ts'

/** The fields of a pending delivery that quiet hours depend on. */
export interface QuietCandidate {
  id: number
  kind: Pending['kind']
  incident_id: number | null
  /** The tags of the monitor. */
  tags: readonly string[]
  /** Quiet hours held it before. */
  held_until: string | null
  /** The incident is resolved or acknowledged. */
  is_over: boolean
  /** The provider already got a message about the incident. */
  was_told: boolean
  /** The provider already got an escalation message about the incident. */
  was_escalated: boolean
}

export interface QuietSituation {
  now: number
  quiet_hours: QuietHours | null
  pending: readonly QuietCandidate[]
}

export interface QuietPlan {
  send: number[]
  skip: number[]
  hold: number[]
  /** End of the quiet hours; null outside of them. */
  until: number | null
}

const ALERTS: readonly Pending['kind'][] = ['opened', 'reminder', 'escalation']
const FOLLOW_UPS: readonly Pending['kind'][] = ['acknowledged', 'resolved']

/** No longer needed: an alert about an incident that is over, or a follow-up to an alert that the provider never got. */
const isPointless = ({ kind, is_over, was_told }: QuietCandidate): boolean =>
  FOLLOW_UPS.includes(kind) ? !was_told : ALERTS.includes(kind) && is_over

/** If an escalation woke somebody, the message that the incident is acknowledged or resolved does not wait for the morning. */
function breaksThrough({ kind, tags, was_escalated }: QuietCandidate, { break_through }: QuietHours): boolean {
  if (tags.some((tag) => break_through.tags.includes(tag))) return true
  return break_through.escalations && (kind === 'escalation' || (FOLLOW_UPS.includes(kind) && was_escalated))
}

/**
 * What quiet hours do to the pending deliveries of a provider. Pure, so that a test can replay whole nights.
 *
 * | delivery                                                                  | plan                          |
 * |---------------------------------------------------------------------------|-------------------------------|
 * | in quiet hours, and it does not break through                             | hold until they end           |
 * | held, and its incident is resolved or acknowledged                        | skip                          |
 * | held: resolved or acknowledged, and the provider got no message before    | skip                          |
 * | otherwise                                                                 | send; several at once as list |
 */
export function planQuiet({ now, quiet_hours, pending }: QuietSituation): QuietPlan {
  const until = quiet_hours && findEnd(quiet_hours.ranges, quiet_hours.timezone, now)
  const isHeld = (each: QuietCandidate): boolean =>
    until !== null && quiet_hours !== null && !breaksThrough(each, quiet_hours)
  const hold = pending.filter(isHeld)
  const rest = pending.filter((each) => !isHeld(each))
  // By incident, to include a follow-up that came too late to be held itself.
  const held = new Set(pending.filter(({ held_until }) => held_until !== null).map(({ incident_id }) => incident_id))
  const skip = rest.filter((each) => held.has(each.incident_id) && isPointless(each))
  const idsOf = (all: readonly QuietCandidate[]): number[] => all.map(({ id }) => id)
  return { send: idsOf(rest.filter((each) => !skip.includes(each))), skip: idsOf(skip), hold: idsOf(hold), until }
}
