import { z } from 'zod'
import type { ClickHouse } from './clickhouse.ts'
import { listDamagedParts } from './damage.ts'
import { BASELINE, MIGRATIONS, recordMigration, repeatMigrations } from './migrate.ts'
import { OLDER_MIGRATIONS } from './older-store.ts'
import { defineQuery, integer64 } from './query.ts'
import { createStoreTable } from './store-identity.ts'

/** A table in a backup. */
export interface HistoryTable {
  name: string
  isView: boolean
  rows: number
  /** Parts whose rows are missing, because ClickHouse found them damaged. Undefined in the manifest of a backup. */
  damaged?: string[]
}

interface FoundTable {
  name: string
  /** The statement that creates it. */
  ddl: string
  isView: boolean
}

const CLONE_PREFIX = 'backup_'
/** Rebuilt from the events after a restore. A day is written and replaced in several steps, and a copy could be taken in between. */
const isDerived = (table: string): boolean => table.startsWith('stats_')

const listAll = defineQuery({
  name: 'clickhouse.tables',
  sql: `SELECT name, create_table_query AS ddl, engine = 'MaterializedView' AS is_view FROM system.tables
    WHERE database = currentDatabase() AND (engine LIKE '%MergeTree' OR engine = 'MaterializedView') ORDER BY name`,
  params: z.object({}),
  row: z.object({ name: z.string().regex(/^[a-z][a-z0-9_]*$/), ddl: z.string(), is_view: z.int() }),
})

const countRows = (table: string) =>
  defineQuery({
    name: 'clickhouse.count',
    sql: `SELECT count() AS total FROM ${table}`,
    params: z.object({}),
    row: z.object({ total: integer64 }),
    timeout_seconds: 60,
  })

const listPartitions = defineQuery({
  name: 'clickhouse.partitions',
  sql: `SELECT DISTINCT partition_id AS id FROM system.parts
    WHERE database = currentDatabase() AND table = {table:String} AND active ORDER BY id`,
  params: z.object({ table: z.string() }),
  row: z.object({ id: z.string().regex(/^[\w-]+$/) }),
})

/** The statement contains the name of the database, which may be different where it is restored. */
const withoutDatabase = (ddl: string, database: string): string =>
  ddl.replaceAll(`${database}.`, '').replaceAll(`\`${database}\`.`, '')

const readDatabase = defineQuery({
  name: 'clickhouse.database',
  sql: 'SELECT currentDatabase() AS name',
  params: z.object({}),
  row: z.object({ name: z.string() }),
})

export const countTable = async (clickhouse: ClickHouse, table: string): Promise<number> =>
  (await clickhouse.read(countRows(table), {}))[0]?.total ?? 0

async function listTables(clickhouse: ClickHouse): Promise<FoundTable[]> {
  const database = (await clickhouse.read(readDatabase, {}))[0]?.name ?? ''
  const tables = await clickhouse.read(listAll, {})
  return tables.map(({ name, ddl, is_view }) => ({
    name,
    ddl: withoutDatabase(ddl, database),
    isView: is_view === 1,
  }))
}

export async function dropClones(clickhouse: ClickHouse): Promise<void> {
  for (const { name } of await listTables(clickhouse)) {
    if (name.startsWith(CLONE_PREFIX)) await clickhouse.execute(`DROP TABLE IF EXISTS ${name} SYNC`)
  }
}

export const cloneOf = (table: string): string => CLONE_PREFIX + table

/**
 * Copies every table as it is now: its parts are linked, not written again, so that this takes milliseconds whatever their size.
 * The caller must pause loading meanwhile. The copies are not merged, so that their number of rows does not change.
 */
export async function cloneTables(clickhouse: ClickHouse): Promise<HistoryTable[]> {
  const tables = (await listTables(clickhouse)).filter(({ name }) => !name.startsWith(CLONE_PREFIX))
  const copied = tables.filter(({ name, isView }) => !isView && !isDerived(name))
  for (const { name } of copied) {
    const clone = cloneOf(name)
    await clickhouse.execute(`CREATE TABLE ${clone} AS ${name}`)
    await clickhouse.execute(`SYSTEM STOP MERGES ${clone}`)
    for (const { id } of await clickhouse.read(listPartitions, { table: name })) {
      await clickhouse.execute(`ALTER TABLE ${clone} ATTACH PARTITION ID '${id}' FROM ${name}`)
    }
  }
  const damaged = await listDamagedParts(clickhouse)
  return Promise.all(
    tables.map(async (table) => ({
      name: table.name,
      isView: table.isView,
      damaged: damaged.filter((part) => part.startsWith(`${table.name}/`)),
      rows: copied.includes(table) ? await countTable(clickhouse, cloneOf(table.name)) : 0,
    })),
  )
}

/** Tables without history: the identity of the store and its migrations. */
const INTERNAL = new Set(['history_store', MIGRATIONS])
const RESTORE_MARKER = 'restoring'

/** Tables with history. Empty after an interrupted restore, so that the restore can start again. */
export async function listFilledTables(clickhouse: ClickHouse): Promise<string[]> {
  await clickhouse.createDatabase()
  const tables = (await listTables(clickhouse)).filter(({ isView }) => !isView)
  if (tables.some(({ name }) => name === RESTORE_MARKER)) return []
  const counted = await Promise.all(
    tables.map(async ({ name }) => ({ name, rows: INTERNAL.has(name) ? 0 : await countTable(clickhouse, name) })),
  )
  return counted.filter(({ rows }) => rows > 0).map(({ name }) => name)
}

type Fill = (table: HistoryTable) => Promise<void>

async function fillTable(clickhouse: ClickHouse, table: HistoryTable, fill: Fill): Promise<void> {
  await clickhouse.execute(`SYSTEM STOP MERGES ${table.name}`)
  await fill(table)
  const rows = await countTable(clickhouse, table.name)
  if (rows !== table.rows) throw new Error(`${table.name} has ${rows} rows instead of ${table.rows}`)
  await clickhouse.execute(`SYSTEM START MERGES ${table.name}`)
}

/** The tables of a checkout before the baseline are those of the baseline. */
async function fillApplied(clickhouse: ClickHouse, tables: readonly HistoryTable[], fill: Fill): Promise<void> {
  const filled = tables.filter(({ rows }) => rows > 0)
  const applied = filled.find(({ name }) => name === MIGRATIONS)
  if (applied) return fillTable(clickhouse, applied, fill)
  if (filled.some(({ name }) => name === OLDER_MIGRATIONS)) await recordMigration(clickhouse, BASELINE)
}

export interface RestoredTables {
  /** Tables of the backup that Sitewatch does not have, such as one of another program in the same database. They are left out. */
  unknown: string[]
  /** The statements of the views, which do not exist yet: a view adds to its table what is inserted into another table. */
  views: string[]
}

/**
 * Creates the tables of a backup in an empty store, by the migrations that the backup had applied, and calls `fill` for each that had
 * rows. Only migrations of this release run, never a statement of the backup: somebody may have changed it.
 */
export async function fillTables(
  clickhouse: ClickHouse,
  tables: readonly HistoryTable[],
  fill: Fill,
  onFilled?: Fill,
): Promise<RestoredTables> {
  await repeatMigrations(clickhouse, () => fillApplied(clickhouse, tables, fill))
  await createStoreTable(clickhouse)
  const created = await listTables(clickhouse)
  const views = created.filter(({ isView }) => isView)
  for (const { name } of views) await clickhouse.execute(`DROP TABLE ${name} SYNC`)
  const own = new Set(created.map(({ name }) => name))
  const filled = tables.filter(({ name, rows }) => rows > 0 && name !== MIGRATIONS && name !== OLDER_MIGRATIONS)
  for (const table of filled) {
    if (!own.has(table.name)) continue
    await fillTable(clickhouse, table, fill)
    await onFilled?.(table)
  }
  return {
    unknown: filled.map(({ name }) => name).filter((name) => !own.has(name)),
    views: views.map(({ ddl }) => ddl),
  }
}

/** Puts the tables of a backup into a store without history. Returns the names of those that were left out. */
export async function restoreTables(
  clickhouse: ClickHouse,
  tables: readonly HistoryTable[],
  fill: Fill,
): Promise<string[]> {
  await clickhouse.execute(`CREATE TABLE IF NOT EXISTS ${RESTORE_MARKER} (at DateTime) ENGINE = MergeTree ORDER BY at`)
  const found = (await listTables(clickhouse)).filter(({ name }) => name !== RESTORE_MARKER)
  for (const { name } of [...found].sort((a, b) => Number(b.isView) - Number(a.isView))) {
    await clickhouse.execute(`DROP TABLE IF EXISTS ${name} SYNC`)
  }
  const { unknown, views } = await fillTables(clickhouse, tables, fill)
  for (const ddl of views) await clickhouse.execute(ddl)
  return unknown
}

export const endRestore = (clickhouse: ClickHouse): Promise<void> =>
  clickhouse.execute(`DROP TABLE IF EXISTS ${RESTORE_MARKER} SYNC`)
