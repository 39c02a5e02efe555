import type { IncidentChange } from '../../monitoring/checks/index.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'

type Announced = 'opened' | 'resolved' | 'flapping_started' | 'flapping_ended'

/** Null while a monitor flaps: its single ups and downs send nothing, only the start and the end of flapping do. */
function deliveryKindFor(change: IncidentChange): Announced | null {
  if (!('alert' in change)) return change.kind
  if (change.alert !== 'send') return null
  return change.kind === 'opened' ? 'opened' : 'resolved'
}

/** Runs in the transaction that changed the incidents, so that they and the jobs that send their alerts commit together or not at all. */
export async function announceChanges(tx: RoleTx<'worker'>, changes: readonly IncidentChange[]): Promise<void> {
  const announced = changes.flatMap((change) => {
    const kind = deliveryKindFor(change)
    return kind === null
      ? []
      : [{ kind, monitor_id: change.monitor_id, incident_id: 'incident_id' in change ? change.incident_id : null }]
  })
  if (announced.length === 0) return
  await tx.query(sql`
    select announce_incident(coalesce(t.incident_id, (select max(i.id) from incidents i where i.monitor_id = t.monitor_id)), t.kind)
    from unnest(${announced.map((each) => each.incident_id)}::bigint[], ${announced.map((each) => each.monitor_id)}::bigint[],
      ${announced.map((each) => each.kind)}::text[]) as t (incident_id, monitor_id, kind)`)
}

/** For a traffic incident of a website, in the transaction that opens or resolves it. It has no flapping and no escalation. */
export async function announceTrafficIncident(
  tx: RoleTx<'worker'>,
  incident_id: number,
  kind: 'opened' | 'resolved',
): Promise<void> {
  await tx.query(sql`select announce_incident(${incident_id}, ${kind})`)
}
