import type { IncidentChange } from '../../monitoring/checks/index.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'

type Announced = 'opened' | 'resolved' | 'flapping_started' | 'flapping_ended'

/** While a monitor flaps its single ups and downs are not told: the messages about flapping speak for them. */
function deliveryKindFor(change: IncidentChange): Announced | null {
  if (!('alert' in change)) return change.kind
  if (change.alert !== 'send') return null
  return change.kind === 'opened' ? 'opened' : 'resolved'
}

/** Runs in the transaction that changed the incidents: they and the jobs that tell of them commit together, or not at all. */
export async function announceChanges(tx: RoleTx<'worker'>, changes: readonly IncidentChange[]): Promise<void> {
  const told = changes.flatMap((change) => {
    const kind = deliveryKindFor(change)
    return kind === null
      ? []
      : [{ kind, monitor_id: change.monitor_id, incident_id: 'incident_id' in change ? change.incident_id : null }]
  })
  if (told.length === 0) return
  await tx.query(sql`
    select announce_incident(coalesce(t.incident_id, (select max(i.id) from incidents i where i.monitor_id = t.monitor_id)), t.kind)
    from unnest(${told.map((each) => each.incident_id)}::bigint[], ${told.map((each) => each.monitor_id)}::bigint[],
      ${told.map((each) => each.kind)}::text[]) as t (incident_id, monitor_id, kind)`)
}
