import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import type { Measured } from './store.ts'

export const PHASES = ['dns', 'connect', 'tls', 'first_byte', 'total'] as const
type Phase = (typeof PHASES)[number]

const decimal = z.coerce.number()

const LAST_CHECKS = defineQuery({
  name: 'metrics.last_checks',
  sql: `SELECT monitor_id, ${PHASES.map((phase) => `${phase}_ms AS ${phase}`).join(', ')}
    FROM checks
    WHERE team_id = {team_id:UInt64} AND monitor_id IN {monitor_ids:Array(UInt64)} AND slot >= {from:DateTime64(3)}
    ORDER BY monitor_id, slot DESC, location LIMIT 1 BY monitor_id`,
  params: z.object({ team_id: z.int(), monitor_ids: z.array(z.int()), from: z.date() }),
  row: z.object({
    monitor_id: integer64,
    dns: decimal,
    connect: decimal,
    tls: decimal,
    first_byte: decimal,
    total: decimal,
  }),
  timeout_seconds: 5,
})

const VISITORS = defineQuery({
  name: 'metrics.visitors',
  sql: `SELECT website_id, uniqExact(toDate(time), visitor_id) AS visitors FROM events
    WHERE website_id IN {ids:Array(UInt64)} AND toDate(time) >= toDate(fromUnixTimestamp64Milli({from:Int64}, 'UTC'))
      AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND kind NOT IN ('engagement', 'vitals')
    GROUP BY website_id`,
  params: z.object({ ids: z.array(z.int()), from: z.int(), to: z.int() }),
  row: z.object({ website_id: integer64, visitors: integer64 }),
  timeout_seconds: 5,
})

export interface History {
  /** Milliseconds of the last check, by monitor; 0 where a check has no such phase. */
  phases: ReadonlyMap<number, Readonly<Record<Phase, number>>>
  /** In the last five minutes, by website; null when the caller may not see them. */
  visitors: ReadonlyMap<number, number> | null
}

/** As for lists of recent checks: monitors with similar intervals are read together, so that only a few rows of each are read. */
const INTERVAL_GROUPS = [60, 900, 3600, 86_400]
const NOW_MS = 5 * 60_000

const findGroup = (interval: number): number => INTERVAL_GROUPS.find((max) => interval <= max) ?? 86_400

export async function readHistory(
  clickhouse: Pick<ClickHouse, 'read'>,
  { team_id, monitors, websites }: Measured,
  { now_ms, seesVisitors }: { now_ms: number; seesVisitors: boolean },
): Promise<History> {
  const checked = monitors.filter(({ last_checked_ms }) => last_checked_ms !== null)
  const groups = [...Map.groupBy(checked, ({ interval }) => findGroup(interval))]
  const ids = websites.map(({ id }) => id)
  const [checks, visitors] = await Promise.all([
    Promise.all(
      groups.map(([interval, group]) => {
        const from = new Date(now_ms - 3 * interval * 1000)
        return clickhouse.read(LAST_CHECKS, { team_id, monitor_ids: group.map(({ id }) => id), from })
      }),
    ),
    seesVisitors && ids.length > 0
      ? clickhouse.read(VISITORS, { ids, from: now_ms - NOW_MS, to: now_ms })
      : Promise.resolve([]),
  ])
  return {
    phases: new Map(checks.flat().map(({ monitor_id, ...phases }) => [monitor_id, phases])),
    visitors: seesVisitors ? new Map(visitors.map((row) => [row.website_id, row.visitors])) : null,
  }
}
