import { z } from 'zod'
import type { ClickHouse } from './index.ts'
import { defineQuery, integer64 } from './query.ts'

/** A table in a backup. */
export interface HistoryTable {
  name: string
  /** The statement that creates it. */
  ddl: string
  isView: boolean
  rows: number
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

async function listTables(clickhouse: ClickHouse): Promise<Omit<HistoryTable, 'rows'>[]> {
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
  return Promise.all(
    tables.map(async (table) => ({
      ...table,
      rows: copied.includes(table) ? await countTable(clickhouse, cloneOf(table.name)) : 0,
    })),
  )
}

/** Tables without history: the identity of the store and its migrations. */
const INTERNAL = new Set(['history_store', 'sitewatch_migrations'])
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

/** Creates the tables of a backup in a store without history and calls `fill` for each that had rows. */
export async function recreateTables(
  clickhouse: ClickHouse,
  tables: readonly HistoryTable[],
  fill: (table: HistoryTable) => Promise<void>,
): Promise<void> {
  await clickhouse.execute(`CREATE TABLE IF NOT EXISTS ${RESTORE_MARKER} (at DateTime) ENGINE = MergeTree ORDER BY at`)
  const found = (await listTables(clickhouse)).filter(({ name }) => name !== RESTORE_MARKER)
  for (const { name } of [...found].sort((a, b) => Number(b.isView) - Number(a.isView))) {
    await clickhouse.execute(`DROP TABLE IF EXISTS ${name} SYNC`)
  }
  for (const table of tables.filter(({ isView }) => !isView)) {
    await clickhouse.execute(table.ddl)
    if (table.rows === 0) continue
    await clickhouse.execute(`SYSTEM STOP MERGES ${table.name}`)
    await fill(table)
    const rows = await countTable(clickhouse, table.name)
    if (rows !== table.rows) throw new Error(`${table.name} has ${rows} rows instead of ${table.rows}`)
    await clickhouse.execute(`SYSTEM START MERGES ${table.name}`)
  }
  // Views last: a view adds to its table what is inserted into another table.
  for (const table of tables.filter(({ isView }) => isView)) await clickhouse.execute(table.ddl)
}

export const endRestore = (clickhouse: ClickHouse): Promise<void> =>
  clickhouse.execute(`DROP TABLE IF EXISTS ${RESTORE_MARKER} SYNC`)
