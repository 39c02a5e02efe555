import { type UserTx, sql } from '../../platform/postgres/index.ts'
import { moveMonitor } from '../checks/index.ts'
import { deleteHeartbeat } from '../heartbeats/index.ts'
import { removeDependencies } from './dependencies.ts'

/** Resets whether they are slow, without a notice. */
export async function deleteResponseWindows(tx: UserTx, ids: readonly number[]): Promise<void> {
  await tx.execute(
    sql`delete from response_windows where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])`,
  )
}

/** The certificates of another target say nothing about the new one. */
export async function deleteCertificates(tx: UserTx, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    delete from monitor_certificates where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])`)
  await tx.execute(sql`
    update monitor_state set tls_expires_at = null
    where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[]) and tls_expires_at is not null`)
}

/** The open incident is resolved without an alert. Incidents stay readable; assignments and everything that may be secret are deleted. */
export async function removeMonitors(tx: UserTx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await deleteHeartbeat(tx, id)
    await moveMonitor(tx, id, (now) => [{ kind: 'delete', now }])
  }
  await tx.execute(sql`delete from assignments where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])`)
  await removeDependencies(tx, ids)
  await deleteResponseWindows(tx, ids)
  await deleteCertificates(tx, ids)
  await tx.execute(sql`delete from monitor_state where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])`)
  await tx.execute(sql`
    update monitors set deleted_at = now(), is_active = false, website_id = null, settings = '{}', secrets = null
    where team_id = ${tx.team_id} and id = any(${ids}::bigint[])`)
}
