import { CHECK_STATUSES, type ListOf, MAX_RECENT_CHECKS, type RecentChecks } from '@sitewatch/contract'
import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'

declare const owned: unique symbol
/** Only a read under row-level security creates one, as with OwnedMonitor. */
interface OwnedPage extends ListOf<{ id: number; interval: number }> {
  readonly team_id: number
  readonly [owned]: true
}

interface RecentQuery {
  monitor_ids?: string | undefined
  page: number
  pageSize: number
}

/** Leaves out ids of other teams and ids that do not exist. */
export async function listOwnedPage(tx: UserTx, { monitor_ids, page, pageSize }: RecentQuery): Promise<OwnedPage> {
  const chosen = monitor_ids?.split(',').map(Number)
  const found = await listPage(tx, {
    select: sql<{ id: number; interval: number }>`select id, interval_seconds as interval`,
    from: sql`from monitors where team_id = ${tx.team_id} and deleted_at is null
      and (${chosen === undefined} or id = any(${chosen ?? []}))`,
    order_by: sql`id desc`,
    page,
    page_size: pageSize,
  })
  return { ...found, team_id: tx.team_id } as OwnedPage
}

const listRecent = defineQuery({
  name: 'checks.recent',
  sql: `SELECT monitor_id, toUnixTimestamp64Milli(started_at) AS started, status, total_ms
    FROM checks
    WHERE team_id = {team_id:UInt64} AND monitor_id IN {monitor_ids:Array(UInt64)} AND slot >= {from:DateTime64(3)}
    ORDER BY monitor_id, slot DESC, location LIMIT ${MAX_RECENT_CHECKS} BY monitor_id`,
  params: z.object({ team_id: z.int(), monitor_ids: z.array(z.int()), from: z.date() }),
  row: z.object({
    monitor_id: integer64,
    started: integer64,
    status: z.enum(CHECK_STATUSES),
    total_ms: z.coerce.number(),
  }),
})

/**
 * Monitors with similar intervals are read together, each group over the time that its slowest monitor needs for a full list. A page of
 * 100 then reads at most 75,000 rows. One span for all would read a month of every monitor as soon as one of them is checked daily.
 */
const INTERVAL_GROUPS = [60, 900, 3600, 86_400]

const findGroup = (interval: number): number => INTERVAL_GROUPS.find((max) => interval <= max) ?? 86_400

export async function readRecentChecks(
  clickhouse: ClickHouse,
  { team_id, rows: monitors, total }: OwnedPage,
  now_ms: number,
): Promise<ListOf<RecentChecks>> {
  const groups = [...Map.groupBy(monitors, ({ interval }) => findGroup(interval))]
  const found = await Promise.all(
    groups.map(([interval, group]) =>
      clickhouse.read(listRecent, {
        team_id,
        monitor_ids: group.map(({ id }) => id),
        from: new Date(now_ms - (MAX_RECENT_CHECKS + 1) * interval * 1000),
      }),
    ),
  )
  const checks = Map.groupBy(found.flat(), ({ monitor_id }) => monitor_id)
  const toCheck = ({ started, status, total_ms }: z.output<typeof listRecent.row>) => ({
    started_at: new Date(started).toISOString(),
    status,
    total_ms: status === 'up' || total_ms > 0 ? total_ms : null,
  })
  const rows = monitors.map(({ id }) => ({
    object: 'recent_checks' as const,
    monitor_id: id,
    checks: (checks.get(id) ?? []).map(toCheck),
  }))
  return { rows, total }
}
