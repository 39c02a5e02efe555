import type { IncidentChange } from '../../monitoring/checks/index.ts'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'

/**
 * Starts the escalations of incidents that are alerted, in the transaction that alerts them. A monitor that stops flapping while it is down is
 * alerted then; an escalation that was started before goes on.
 */
export async function startEscalations(tx: RoleTx<'worker'>, changes: readonly IncidentChange[]): Promise<void> {
  const opened = changes.flatMap((change) =>
    change.kind === 'opened' && change.alert === 'send' ? [change.incident_id] : [],
  )
  const settled = changes.flatMap(({ kind, status, monitor_id }) =>
    kind === 'flapping_ended' && status === 'down' ? [monitor_id] : [],
  )
  if (opened.length + settled.length === 0) return
  await tx.query(sql`
    select start_escalations(array(select id from incidents
      where id = any(${opened}::bigint[]) or (monitor_id = any(${settled}::bigint[]) and resolved_at is null)))`)
}
