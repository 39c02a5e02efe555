import type { Monitor } from '@sitewatch/contract'
import { NO_HISTORY } from '../incidents/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { MONITOR_COLUMNS, type MonitorRow, toMonitor } from './record.ts'

/** Reading a thousand at once took 250 ms without a pause. */
const READ_AT_ONCE = 100

/** Ordered by id, without uptime, which takes separate queries. */
export async function listLocked(tx: UserTx, ids: readonly number[]): Promise<Monitor[]> {
  // Sorted: locking in another order than another request could deadlock with it.
  const sorted = ids.toSorted((a, b) => a - b)
  const monitors: Monitor[] = []
  for (let at = 0; at < sorted.length; at += READ_AT_ONCE) {
    const rows = await tx.query(sql<MonitorRow>`
      select ${MONITOR_COLUMNS} from monitors m join monitor_state s on s.monitor_id = m.id and s.team_id = m.team_id and s.location = ''
      where m.team_id = ${tx.team_id} and m.id = any(${sorted.slice(at, at + READ_AT_ONCE)}::bigint[]) and m.deleted_at is null
      order by m.id for no key update of m`)
    monitors.push(...rows.map((row) => toMonitor(row, NO_HISTORY)))
  }
  return monitors
}
