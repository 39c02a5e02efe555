import type { MonitorType } from '@sitewatch/contract'
import { sql, type UserTx } from '../../platform/postgres/index.ts'

interface Identity {
  friendly_name: string
  type: MonitorType
  url: string
}

/** Two monitors with the same name, type and URL count as the same, wherever they come from. */
export const keyOf = ({ friendly_name, type, url }: Identity): string => JSON.stringify([friendly_name, type, url])

/** The monitors of the team. A second import waits here until the first has committed, so that they do not both create the same monitor. */
export async function lockExisting(tx: UserTx): Promise<Map<string, number>> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('monitor import', ${tx.team_id}))`)
  const rows = await tx.query(sql<Identity & { id: number }>`
    select id, friendly_name, type, url from monitors where team_id = ${tx.team_id} and deleted_at is null order by id desc`)
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}
