import type { IncidentChange } from '../monitoring/checks/index.ts'
import { announceChanges } from '../alerting/notifications/index.ts'
import type { RoleTx } from '../platform/postgres/index.ts'
import { announceToSubscribers } from '../alerting/status-pages/index.ts'

/** Everybody who hears of an incident: its owner's people, and whoever subscribed to a page that shows it. */
export async function announceIncidents(tx: RoleTx<'worker'>, changes: readonly IncidentChange[]): Promise<void> {
  await announceChanges(tx, changes)
  await announceToSubscribers(tx, changes)
}
