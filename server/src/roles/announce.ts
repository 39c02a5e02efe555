import type { IncidentChange } from '../monitoring/checks/index.ts'
import { startEscalations } from '../alerting/escalation/index.ts'
import { announceChanges } from '../alerting/notifications/index.ts'
import { holdSuppressed } from '../alerting/suppression/index.ts'
import type { RoleTx } from '../platform/postgres/index.ts'
import { announceToSubscribers } from '../alerting/status-pages/index.ts'

/** Notifies both audiences of an incident: the providers of its team, and the subscribers of status pages that show it. */
export async function notifyAudiences(tx: RoleTx<'worker'>, changes: readonly IncidentChange[]): Promise<void> {
  await announceChanges(tx, changes)
  await startEscalations(tx, changes)
  await announceToSubscribers(tx, changes)
}

/** Leaves out changes that another monitor that is down explains. Checks call it as `onIncidentChange` (record-results.ts). */
export async function announceIncidents(tx: RoleTx<'worker'>, changes: readonly IncidentChange[]): Promise<void> {
  await notifyAudiences(tx, await holdSuppressed(tx, changes))
}
