import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { StatusPageIncident, StatusPageUpdate } from '@sitewatch/sdk'

export type Kind = StatusPageIncident['kind']
export type Impact = StatusPageIncident['impact']
export type Status = StatusPageIncident['status']
export type State = StatusPageUpdate['components'][number]['state']

export const STATUS_NAMES: Record<Status, MessageDescriptor> = {
  investigating: msg`Investigating`,
  identified: msg`Identified`,
  monitoring: msg`Monitoring`,
  resolved: msg`Resolved`,
  scheduled: msg`Scheduled`,
  in_progress: msg`In progress`,
  verifying: msg`Verifying`,
  completed: msg`Completed`,
}

const STATUSES: Record<Kind, readonly Status[]> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'verifying', 'completed'],
}

export const IMPACT_NAMES: Record<Impact, MessageDescriptor> = {
  none: msg`No impact`,
  minor: msg`Minor impact`,
  major: msg`Major impact`,
  critical: msg`Critical impact`,
}

export const STATE_NAMES: Record<State, MessageDescriptor> = {
  operational: msg`Operational`,
  degraded_performance: msg`Degraded performance`,
  partial_outage: msg`Partial outage`,
  major_outage: msg`Major outage`,
  under_maintenance: msg`Under maintenance`,
}

const choicesOf = <T extends string>(names: Record<T, MessageDescriptor>, values: readonly T[]) =>
  values.map((value) => ({ value, label: t(names[value]) }))

export const statusChoices = (kind: Kind) => choicesOf(STATUS_NAMES, STATUSES[kind])
export const impactChoices = () => choicesOf(IMPACT_NAMES, Object.keys(IMPACT_NAMES) as Impact[])
export const stateChoices = () => choicesOf(STATE_NAMES, Object.keys(STATE_NAMES) as State[])

export const isOver = (status: Status): boolean => status === 'resolved' || status === 'completed'

/** The status that usually comes next. The last status has no next one and is returned again. */
export function nextStatus(kind: Kind, status: Status): Status {
  const all = STATUSES[kind]
  return all[Math.min(all.indexOf(status) + 1, all.length - 1)] ?? status
}
