import type { ClickHouse } from '../platform/clickhouse/index.ts'
import { type Postgres, sql, type UserTx } from '../platform/postgres/index.ts'
import { DEMO_MONITORS } from './monitors.ts'
import { DEMO_PROVIDERS } from './records.ts'
import { DEMO_SITES } from './sites.ts'

const domains = DEMO_SITES.map(({ domain }) => domain)
const names = DEMO_MONITORS.map(({ name }) => name)
const providers = Object.values(DEMO_PROVIDERS)

export interface TeamContents {
  /** The number of demo websites in the team. */
  demo: number
  /** Websites, monitors and providers that are not the demo's. */
  others: number
}

export async function readTeamContents(tx: UserTx): Promise<TeamContents> {
  return tx.one(sql<TeamContents>`
    select (select count(*) from websites where team_id = ${tx.team_id} and domain = any(${domains}::text[])) as demo,
      (select count(*) from websites where team_id = ${tx.team_id} and domain <> all(${domains}::text[]))
        + (select count(*) from monitors where team_id = ${tx.team_id} and deleted_at is null
            and friendly_name <> all(${names}::text[]))
        + (select count(*) from providers where team_id = ${tx.team_id}
            and coalesce(name, '') <> all(${providers}::text[])) as others`)
}

/**
 * Deletes the records with the demo's names that belong to its websites. Monitors are deleted with their incidents; the service deletes
 * the events of the websites in the background, as for any website.
 */
export async function removeDemo(
  { postgres, clickhouse }: { postgres: Postgres; clickhouse: ClickHouse },
  team_id: number,
): Promise<void> {
  const monitors = await postgres.asUser({ team_id, system: true }, async (tx) => {
    const deleted = await tx.query(sql<{ id: number }>`
      delete from monitors m using websites w
      where m.team_id = ${tx.team_id} and w.team_id = m.team_id and w.id = m.website_id
        and w.domain = any(${domains}::text[]) and m.friendly_name = any(${names}::text[])
      returning m.id`)
    await tx.execute(sql`delete from providers where team_id = ${tx.team_id} and name = any(${providers}::text[])`)
    // A deploy outlives its websites.
    await tx.execute(sql`
      delete from deploys d using deploy_websites x, websites w
      where d.team_id = ${tx.team_id} and x.team_id = d.team_id and x.deploy_id = d.id
        and w.team_id = x.team_id and w.id = x.website_id and w.domain = any(${domains}::text[])`)
    await tx.execute(sql`delete from websites where team_id = ${tx.team_id} and domain = any(${domains}::text[])`)
    return deleted.map(({ id }) => id)
  })
  for (const table of ['checks', 'checks_hourly', 'checks_daily']) {
    await clickhouse.execute(
      `DELETE FROM ${table} WHERE team_id = {team_id:UInt64} AND monitor_id IN {monitors:Array(UInt64)}`,
      { team_id, monitors },
    )
  }
}
