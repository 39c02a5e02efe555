import type { IncidentChange } from '../../monitoring/checks/index.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'

/** While a monitor flaps, only the end of flapping is announced, with the final status. */
function deliveryKindFor(change: IncidentChange): 'opened' | 'resolved' | 'flapping_ended' | null {
  if (!('alert' in change)) return change.kind === 'flapping_ended' ? change.kind : null
  if (change.alert !== 'send') return null
  return change.kind === 'opened' ? 'opened' : 'resolved'
}

/** Runs in the transaction that changed the incidents, so that they and the jobs that send mails commit together or not at all. */
export async function announceToSubscribers(tx: RoleTx<'worker'>, changes: readonly IncidentChange[]): Promise<void> {
  const announced = changes.flatMap((change) => {
    const kind = deliveryKindFor(change)
    return kind === null
      ? []
      : [{ kind, monitor_id: change.monitor_id, incident_id: 'incident_id' in change ? change.incident_id : null }]
  })
  if (announced.length === 0) return
  await tx.query(sql`
    select announce_to_subscribers(t.monitor_id, t.incident_id, t.kind)
    from unnest(${announced.map((each) => each.monitor_id)}::bigint[], ${announced.map((each) => each.incident_id)}::bigint[],
      ${announced.map((each) => each.kind)}::text[]) as t (monitor_id, incident_id, kind)`)
}
