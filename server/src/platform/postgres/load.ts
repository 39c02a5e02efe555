import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Log } from '../log.ts'
import {
  COPY_SETTINGS,
  connectDirectly,
  type DumpedSequence,
  type DumpedTable,
  listColumns,
  nameTable,
} from './dump.ts'
import { migrateSchema } from './migrate.ts'
import { LIFT_FORCED_SECURITY, RESTORE_FORCED_SECURITY } from './row-security.ts'

export interface DumpedData<Table extends DumpedTable = DumpedTable> {
  migrations: readonly string[]
  tables: readonly Table[]
  sequences: readonly DumpedSequence[]
  /** The rows of a table, as they were copied. */
  read(table: Table): Readable
}

const HAS_USERS = `select to_regclass('sitewatch.users') is not null as is_there`

/** Whether the database has an account, so that it must not be overwritten. */
export async function hasAccounts(url: string): Promise<boolean> {
  const client = await connectDirectly(url)
  try {
    const { rows } = await client.query<{ is_there: boolean }>(HAS_USERS)
    if (!rows[0]?.is_there) return false
    await client.query('set role sitewatch_auth')
    return (await client.query('select 1 from sitewatch.users limit 1')).rowCount === 1
  } finally {
    await client.end()
  }
}

/** Rows are loaded in any order, so foreign keys are removed first and added again when all rows are there, which checks them. */
const LIST_REFERENCES = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as declare
  from pg_constraint where contype = 'f' and connamespace = 'sitewatch'::regnamespace and conparentid = 0`

const LIST_TRIGGERED = `
  select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'sitewatch'::regnamespace and not tgisinternal`

async function runAll(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

async function copyTables<Table extends DumpedTable>(
  client: pg.Client,
  schema: string,
  data: DumpedData<Table>,
): Promise<void> {
  const tables = data.tables.filter((table) => table.schema === schema)
  if (tables.length > 0) await client.query(`truncate ${tables.map(nameTable).join(', ')}`)
  for (const table of tables) {
    const copying = client.query(copyFrom(`copy ${nameTable(table)} (${listColumns(table)}) from stdin`))
    await pipeline(data.read(table), copying).catch((error: unknown) => {
      throw new Error(`${table.schema}.${table.name} cannot be restored: ${(error as Error).message}`, { cause: error })
    })
  }
  for (const { name, last_value } of data.sequences.filter((sequence) => sequence.schema === schema)) {
    await client.query('select setval($1::regclass, $2)', [nameTable({ schema, name }), last_value])
  }
}

async function loadData<Table extends DumpedTable>(client: pg.Client, data: DumpedData<Table>): Promise<void> {
  await client.query('begin')
  await client.query(LIFT_FORCED_SECURITY)
  const { rows: references } = await client.query<{ remove: string; declare: string }>(LIST_REFERENCES)
  const { rows: triggered } = await client.query<{ name: string }>(LIST_TRIGGERED)
  await runAll(
    client,
    references.map(({ remove }) => remove),
  )
  await runAll(
    client,
    triggered.map(({ name }) => `alter table ${name} disable trigger user`),
  )
  await copyTables(client, 'sitewatch', data)
  await runAll(
    client,
    triggered.map(({ name }) => `alter table ${name} enable trigger user`),
  )
  await runAll(
    client,
    references.map(({ declare }) => declare),
  )
  await client.query(RESTORE_FORCED_SECURITY)
  await client.query('set local role sitewatch_jobs')
  await copyTables(client, 'graphile_worker', data)
  await client.query('reset role')
  await client.query('commit')
}

/** The caller has made sure that the database has no account. */
const DROP_SCHEMAS = `
  drop schema if exists sitewatch cascade;
  set role sitewatch_jobs;
  drop schema if exists graphile_worker cascade;
  reset role`

/**
 * Puts the data of a dump into a database without accounts, in the schema that it was dumped from. One transaction for the rows: if
 * it is interrupted, the database still has no account and the restore can start again.
 */
export async function loadDump<Table extends DumpedTable>(
  url: string,
  log: Log,
  data: DumpedData<Table>,
): Promise<void> {
  const client = await connectDirectly(url)
  try {
    await client.query(DROP_SCHEMAS)
    await migrateSchema(client, url, log, { only: data.migrations })
    await client.query(COPY_SETTINGS)
    await loadData(client, data)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
