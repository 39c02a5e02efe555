import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import {
  type ClickHouse,
  ClickHouseUnavailable,
  defineQuery,
  integer64,
  withStagedRows,
} from '../../../platform/clickhouse/index.ts'
import type { RepeatedLoad } from '../../../platform/inbox/index.ts'

/** The views that count checks, and where one of their groups begins. */
const ROLLUPS = [
  { view: 'checks_hourly_view', table: 'checks_hourly', startOf: 'toStartOfHour' },
  { view: 'checks_daily_view', table: 'checks_daily', startOf: 'toStartOfDay' },
] as const
type Rollup = (typeof ROLLUPS)[number]

const STAGED = 'repeated_checks'
/** Older raw rows may be gone by their TTL of 30 days, so they prove nothing about a rollup. */
const RECENT = 'slot > now() - INTERVAL 29 DAY'
const KEY = 'team_id, monitor_id, location, slot, started_at'
/** The days of the load: keeps other partitions from being read. */
const SPAN = `slot >= (SELECT toStartOfDay(min(slot)) FROM ${STAGED}) AND slot < (SELECT toStartOfDay(max(slot)) + INTERVAL 1 DAY FROM ${STAGED})`
const MISSING = `FROM ${STAGED} WHERE ${RECENT} AND (${KEY}) NOT IN (SELECT ${KEY} FROM checks WHERE ${SPAN})`
/** Keeps the text of a statement below the engine's 256 KiB. */
const MONITORS_PER_STATEMENT = 5000
const POLL_MS = 200
const MUTATION_TIMEOUT_MS = 30_000

const countMissing = defineQuery({
  name: 'checks.missing_of_load',
  sql: `SELECT count() AS rows ${MISSING}`,
  params: z.object({}),
  row: z.object({ rows: integer64 }),
  timeout_seconds: 60,
})

const countMutations = defineQuery({
  name: 'checks.mutations_under_way',
  sql: `
    SELECT count() AS mutations FROM system.mutations
    WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND NOT is_done`,
  params: z.object({ tables: z.array(z.string()) }),
  row: z.object({ mutations: integer64 }),
})

const readView = defineQuery({
  name: 'checks.rollup_view',
  sql: `
    SELECT as_select AS select, arrayStringConcat((
      SELECT arrayMap(column -> column.2, arraySort(groupArray((position, name)))) FROM system.columns
      WHERE database = currentDatabase() AND table = {view:String}), ', ') AS columns
    FROM system.tables WHERE database = currentDatabase() AND name = {view:String}`,
  params: z.object({ view: z.string() }),
  row: z.object({ select: z.string(), columns: z.string() }),
})

/** Groups of the load whose rollup does not count what the raw rows do. */
const findUnequal = ({ table, startOf }: Rollup) => {
  const group = (start: string) => `team_id, monitor_id, location, ${start}`
  const ofLoad = `SELECT ${group(`${startOf}(slot)`)} FROM ${STAGED} WHERE ${RECENT}`
  return defineQuery({
    name: 'checks.unequal_rollup',
    sql: `
      SELECT team_id, monitor_id, toUnixTimestamp(start) AS start FROM (
        SELECT ${group(`${startOf}(slot) AS start`)}, 1 AS raw, 0 AS counted FROM checks
        WHERE ${SPAN} AND (${group(`${startOf}(slot)`)}) IN (${ofLoad})
        UNION ALL
        SELECT ${group('start')}, 0, up + down + unknown FROM ${table} WHERE (${group('start')}) IN (${ofLoad}))
      GROUP BY ${group('start')} HAVING sum(raw) != sum(counted)`,
    params: z.object({}),
    row: z.object({ team_id: integer64, monitor_id: integer64, start: z.int() }),
    timeout_seconds: 60,
  })
}

type Group = z.output<ReturnType<typeof findUnequal>['row']>

/** Waits, because a mutation that a killed engine resumes later would delete rows that were found equal. */
async function awaitMutations(clickhouse: ClickHouse): Promise<void> {
  const until = Date.now() + MUTATION_TIMEOUT_MS
  const tables = ROLLUPS.map(({ table }) => table)
  for (;;) {
    const [found] = await clickhouse.read(countMutations, { tables })
    if (found?.mutations === 0) return
    if (Date.now() > until)
      throw new ClickHouseUnavailable('busy', 'ClickHouse: a mutation of the rollups does not end')
    await wait(POLL_MS)
  }
}

/**
 * Counts the groups again from the raw rows, with the query of the view. Rebuilds all monitors of the groups for all their hours or
 * days. That is more than needed, and also correct, because raw rows of the last 29 days are complete.
 */
async function rebuildGroups(
  clickhouse: ClickHouse,
  rollup: Rollup,
  groups: Group[],
  load: RepeatedLoad,
): Promise<void> {
  const [view] = await clickhouse.read(readView, { view: rollup.view })
  if (!view) throw new ClickHouseUnavailable('not_migrated', `ClickHouse: ${rollup.view} is not there`)
  const starts = [...new Set(groups.map(({ start }) => start))]
  const monitors = [...new Map(groups.map(({ team_id, monitor_id }) => [monitor_id, team_id]))]
  for (let first = 0; first < monitors.length; first += MONITORS_PER_STATEMENT) {
    const batch = monitors.slice(first, first + MONITORS_PER_STATEMENT)
    const teams = [...new Set(batch.map(([, team_id]) => team_id))]
    const where = (start: string) =>
      `team_id IN (${teams.join(',')}) AND monitor_id IN (${batch.map(([monitor_id]) => monitor_id).join(',')}) ` +
      `AND toUnixTimestamp(${start}) IN (${starts.join(',')})`
    await load.confirm()
    await clickhouse.execute(`ALTER TABLE ${rollup.table} DELETE WHERE ${where('start')} SETTINGS mutations_sync = 2`)
    await load.confirm()
    await clickhouse.execute(`
      INSERT INTO ${rollup.table} (${view.columns}) SETTINGS insert_deduplicate = 0 ${view.select}
      SETTINGS additional_table_filters = {'checks': '${where(`${rollup.startOf}(slot)`)}'}`)
  }
}

async function insertMissing(clickhouse: ClickHouse, load: RepeatedLoad): Promise<void> {
  const [missing] = await clickhouse.read(countMissing, {})
  if (missing?.rows === 0) return
  await load.confirm()
  await clickhouse.execute(
    `INSERT INTO checks SETTINGS insert_deduplication_token = '${load.token} ${randomUUID()}' SELECT * ${MISSING}`,
  )
}

/**
 * Adds the missing rows, by their key, and then corrects the rollups, by comparing their counts with the raw rows. If it is killed, it
 * runs again from the start. Loads that overlap may each undo a part of the other; the last one corrects it.
 */
export async function repeatCheckLoad(clickhouse: ClickHouse, load: RepeatedLoad): Promise<void> {
  const { token, ndjson } = load
  // The first attempt may still be running on a server. After this insert, it has no further effect.
  await clickhouse.insert({ table: 'checks', token, ndjson })
  await withStagedRows(clickhouse, { table: 'checks', ndjson }, async () => {
    await insertMissing(clickhouse, load)
    await awaitMutations(clickhouse)
    for (const rollup of ROLLUPS) {
      const groups = await clickhouse.read(findUnequal(rollup), {})
      if (groups.length > 0) await rebuildGroups(clickhouse, rollup, groups, load)
    }
  })
}
