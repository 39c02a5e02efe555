import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { BACKUP_ROLE } from './backup-role.ts'
import { DatabaseNotReady } from './not-ready.ts'

export interface DumpedTable {
  schema: string
  name: string
  columns: string[]
}

export interface DumpedSequence {
  schema: string
  name: string
  last_value: string
}

/** Values are written in the same way whatever the settings of the server are, and no timeout ends a long copy. */
export const COPY_SETTINGS = `
  set search_path = pg_catalog; set datestyle = iso; set intervalstyle = postgres; set extra_float_digits = 3; set timezone = utc;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0; set row_security = on`

/** Not copied: the migrations that a restore applies fill them. */
const MIGRATION_TABLES = `('sitewatch.migrations', 'sitewatch.function_texts', 'graphile_worker.migrations')`

const LIST_TABLES = `
  select n.nspname as schema, c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('sitewatch', 'graphile_worker') and c.relkind = 'r' and n.nspname || '.' || c.relname not in ${MIGRATION_TABLES}
  order by 1, 2`

const LIST_SEQUENCES = `
  select schemaname as schema, sequencename as name, last_value::text from pg_sequences
  where schemaname in ('sitewatch', 'graphile_worker') and last_value is not null order by 1, 2`

export async function connectDirectly(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'sitewatch backup', keepAlive: true })
  // A lost connection also fails the query that was using it, which is where it is reported.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const KINDS = `unnest(array['checks', 'events', 'filtered_events'])`
const LOAD_LOCK_MS = 60_000

/**
 * Pauses the loading of the inbox until `release`. Running loads are finished first, so that afterwards each batch is either in
 * ClickHouse or in the inbox.
 */
export async function pauseLoads(url: string): Promise<{ release(): Promise<void> }> {
  const client = await connectDirectly(url)
  try {
    await client.query(`set lock_timeout = ${LOAD_LOCK_MS}`)
    await client.query(`select pg_advisory_lock(hashtext('sitewatch load ' || kind)) from ${KINDS} as kind`)
    return { release: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

const TRY_BACKUP_LOCK = `select pg_try_advisory_lock(hashtext('sitewatch backup')) as is_only`

/** A copy of all rows at one point in time. The transaction stays open until `close`. */
export interface Dump {
  /** False: another backup of this database is running. */
  readonly isExclusive: boolean
  /** Takes the snapshot and returns its time. */
  begin(): Promise<Date>
  listMigrations(): Promise<string[]>
  listTables(): Promise<DumpedTable[]>
  listSequences(): Promise<DumpedSequence[]>
  /** Rows as COPY writes them, one per line. */
  copy(table: DumpedTable): Readable
  close(): Promise<void>
}

export const nameTable = ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

export const listColumns = ({ columns }: Pick<DumpedTable, 'columns'>): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ')

async function switchToBackupRole(client: pg.Client): Promise<void> {
  await client.query(`set role ${BACKUP_ROLE}`).catch((error: unknown) => {
    throw new DatabaseNotReady(
      `The role in DATABASE_URL cannot read every row (${(error as Error).message}). ` +
        `Run as a superuser: grant ${BACKUP_ROLE} to the role in DATABASE_URL.`,
      { cause: error },
    )
  })
}

export async function openDump(url: string): Promise<Dump> {
  const client = await connectDirectly(url)
  try {
    await client.query(COPY_SETTINGS)
    const { rows } = await client.query<{ is_only: boolean }>(TRY_BACKUP_LOCK)
    await switchToBackupRole(client)
    return {
      isExclusive: rows[0]?.is_only ?? false,
      async begin() {
        // Before the snapshot, so that it contains everything that was committed until this time.
        const { rows: now } = await client.query<{ now: Date }>('select clock_timestamp() as now')
        await client.query('begin isolation level repeatable read read only')
        await client.query('select 1 from sitewatch.migrations limit 1')
        return now[0]?.now ?? new Date()
      },
      async listMigrations() {
        const { rows: applied } = await client.query<{ name: string }>(
          'select name from sitewatch.migrations order by name',
        )
        return applied.map(({ name }) => name)
      },
      listTables: async () => (await client.query<DumpedTable>(LIST_TABLES)).rows,
      listSequences: async () => (await client.query<DumpedSequence>(LIST_SEQUENCES)).rows,
      copy: (table) => client.query(copyTo(`copy ${nameTable(table)} (${listColumns(table)}) to stdout`)),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
