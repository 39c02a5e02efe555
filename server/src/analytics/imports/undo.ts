import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import { type RunParts, waitForInbox } from './event-run.ts'
import { deleteImportUnscoped, type ImportJob } from './run-store.ts'

const POLL_MS = 100
const TABLES = ['events', 'imported_days'] as const
/** Tables that are derived from the events of a day. */
const DERIVED = ['stats_builds', 'stats_days', 'stats_visits'] as const

const Import = z.object({ website_id: z.int(), import_id: z.int() })
const countRows = (table: (typeof TABLES)[number]) =>
  defineQuery({
    name: 'imports.rows_to_undo',
    sql: `SELECT count() AS total FROM ${table} WHERE website_id = {website_id:UInt64} AND import_id = {import_id:UInt64}`,
    params: Import,
    row: z.object({ total: integer64 }),
    timeout_seconds: 60,
  })

const hasEvents = defineQuery({
  name: 'imports.has_events',
  sql: `SELECT 1 AS found FROM events WHERE website_id = {website_id:UInt64} LIMIT 1`,
  params: z.object({ website_id: z.int() }),
  row: z.object({ found: z.int() }),
})

/** ClickHouse deletes in the background, so that inserts need not wait. False when time is up before the rows are deleted. */
async function deleteRows(
  clickhouse: ClickHouse,
  params: z.input<typeof Import>,
  isTimeUp: () => boolean,
): Promise<boolean> {
  for (const table of TABLES) {
    const count = async (): Promise<number> => (await clickhouse.read(countRows(table), params))[0]?.total ?? 0
    if ((await count()) === 0) continue
    await clickhouse.execute(
      `ALTER TABLE ${table} DELETE WHERE website_id = {website_id:UInt64} AND import_id = {import_id:UInt64}
       SETTINGS mutations_sync = 0`,
      params,
    )
    while ((await count()) > 0) {
      if (isTimeUp()) return false
      await wait(POLL_MS)
    }
  }
  return true
}

const listDays = defineQuery({
  name: 'imports.days_with_events',
  sql: `SELECT DISTINCT CAST(toDate(time), 'String') AS day FROM events
    WHERE website_id = {website_id:UInt64} AND toDate(time) IN {days:Array(Date)}`,
  params: z.object({ website_id: z.int(), days: z.array(z.string()) }),
  row: z.object({ day: z.string() }),
  timeout_seconds: 60,
})

const deleteDays = (table: string): string =>
  `ALTER TABLE ${table} DELETE WHERE website_id = {website_id:UInt64} AND day IN {days:Array(Date)} SETTINGS mutations_sync = 0`

/**
 * Adds one arrival to each day, so that it is rebuilt and the rows derived from the deleted events are no longer read. Those rows are
 * deleted: a day with few events would keep them, because it is never built again.
 */
async function rebuildDays(clickhouse: ClickHouse, website_id: number, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  const params = { website_id, days: [...days] }
  await clickhouse.execute(
    `INSERT INTO event_days (website_id, day, arrivals, last_arrival, retention_days) SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0
     SELECT website_id, day, 1, now('UTC'), max(retention_days) FROM event_days
     WHERE website_id = {website_id:UInt64} AND day IN {days:Array(Date)} GROUP BY website_id, day`,
    params,
  )
  for (const table of DERIVED) await clickhouse.execute(deleteDays(table), params)
  const left = new Set((await clickhouse.read(listDays, params)).map(({ day }) => day))
  const empty = days.filter((day) => !left.has(day))
  if (empty.length > 0) await clickhouse.execute(deleteDays('event_days'), { website_id, days: empty })
}

/** True when nothing of the import is left. Can be repeated, also after a kill. */
export async function undoImport(
  { postgres, clickhouse }: RunParts,
  job: ImportJob,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const { id: import_id, website_id, days } = job
  // Events that are on their way to ClickHouse must arrive first: only then can they be deleted.
  const waiting = await waitForInbox(postgres, job.inbox_ids, { max: 0, isTimeUp })
  if (waiting.length > 0 || !(await deleteRows(clickhouse, { website_id, import_id }, isTimeUp))) return false
  if (job.source !== 'plausible') await rebuildDays(clickhouse, website_id, days)
  const [found] = await clickhouse.read(hasEvents, { website_id })
  await postgres.asRole('worker', (tx) => deleteImportUnscoped(tx, job, { hasEvents: found !== undefined }))
  return true
}
