/** A monitor that another one depends on, directly or through others, as it is now. Times are epoch milliseconds. */
export interface Parent {
  monitor_id: number
  is_down: boolean
  /** It failed, and the failure is not confirmed yet. */
  is_confirming: boolean
  /** Neither paused nor in maintenance, and Sitewatch is online. */
  is_observed: boolean
  checked_at: number | null
  /** End of its last incident, however it ended. */
  recovered_at: number | null
}

export interface Situation {
  now: number
  /** First failed check of the incident. */
  started_at: number
  confirmed_at: number
  /** Last check of the monitor, and whether it was the first success. */
  checked_at: number | null
  is_recovering: boolean
  parents: readonly Parent[]
}

export type AlertPlan =
  | { kind: 'alert' }
  /** Nobody is alerted while this monitor is down. */
  | { kind: 'suppress'; by: number; look_at: number }
  | { kind: 'wait'; look_at: number }

/** A child's check often notices an outage before its parent's check. The parent's check is then brought forward, and confirmed in 20 s. */
const MAX_VERDICT_WAIT_MS = 60_000
/** While down, a monitor is checked every minute, and its recovery confirmed 10 s later. */
const RECOVERY_MS = 120_000
const MAX_RECOVERY_WAIT_MS = 600_000
const CHECK_AGAIN_MS = { verdict: 2000, recovery: 10_000, down: 60_000 }

const needsVerdict = ({ is_confirming, is_observed, checked_at }: Parent, started_at: number): boolean =>
  is_observed && (is_confirming || checked_at === null || checked_at < started_at)

/**
 * Decides whether an open incident of a monitor with parents is alerted. Pure, so that a test can cover races.
 *
 * | parents                                                                                        | plan             |
 * |------------------------------------------------------------------------------------------------|------------------|
 * | one is down                                                                                    | suppress         |
 * | one fails unconfirmed, or was not checked since this incident began; within 60 s               | wait             |
 * | one was down after this incident began, and recovered within 2 min                             | wait             |
 * | the same, and this monitor is recovering or was not checked since; within 10 min               | wait             |
 * | otherwise                                                                                      | alert            |
 *
 * An alert that was decided is sent, even if a parent goes down before it arrives: the parent was up when it was checked after the first
 * failure of the child.
 */
export function planAlert(situation: Situation): AlertPlan {
  const { now, started_at, confirmed_at, checked_at, is_recovering, parents } = situation
  const down = parents.find(({ is_down }) => is_down)
  if (down) return { kind: 'suppress', by: down.monitor_id, look_at: now + CHECK_AGAIN_MS.down }
  const isUndecided = parents.some((parent) => needsVerdict(parent, started_at))
  if (isUndecided && now < confirmed_at + MAX_VERDICT_WAIT_MS)
    return { kind: 'wait', look_at: now + CHECK_AGAIN_MS.verdict }
  const recovered_at = Math.max(-1, ...parents.map((parent) => parent.recovered_at ?? -1))
  if (recovered_at < started_at) return { kind: 'alert' }
  if (now < recovered_at + RECOVERY_MS) return { kind: 'wait', look_at: recovered_at + RECOVERY_MS }
  const isUnknown = is_recovering || checked_at === null || checked_at < recovered_at
  if (isUnknown && now < recovered_at + MAX_RECOVERY_WAIT_MS)
    return { kind: 'wait', look_at: now + CHECK_AGAIN_MS.recovery }
  return { kind: 'alert' }
}
