import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { createLog } from '../../../src/platform/log.ts'
import { applyConcurrently } from '../../../src/platform/postgres/concurrent.ts'
import { retryWhileLocked } from '../../../src/platform/postgres/lock-retry.ts'
import { listMigrations, migrateSchema } from '../../../src/platform/postgres/migrate.ts'
import { prepareDatabase } from '../../../src/platform/postgres/provision.ts'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { writeStructure } from '../../support/structure.ts'
import { until } from '../../support/until.ts'

const log = createLog('silent')

async function openClient(database: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, options: '-c search_path=sitewatch' })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Numbered migrations of a later release. */
const LATER = {
  '9001_toys.sql': `create table toys (id integer primary key); insert into toys values (1);`,
  '9002_toys_named.sql': `alter table toys add column name text not null default 'a'; alter table invitations add column toy integer;`,
  '9003_toys_name.concurrent.sql': `-- Two statements; neither may be in a transaction.
drop index concurrently if exists toys_name;
create index concurrently toys_name on toys (name);
`,
}

function makeFolder(texts: Record<string, string>): URL {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const upgrade = async (database: TestDatabase, texts: Record<string, string> = LATER): Promise<string[]> =>
  migrateSchema(await openClient(database), database.url, log, { folder: makeFolder(texts) })

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe('numbered migrations', () => {
  it('follow the baseline in the order of their names, each once, on a new database and on one of the release before', async () => {
    const [fresh, older] = await Promise.all([createEmptyDatabase(), cloneDatabase()])
    await prepareDatabase(readConfig({ DATABASE_URL: fresh.url, SITEWATCH_SECRET: TEST_SECRET }), log, false)
    expect(await upgrade(fresh)).toEqual(['baseline', ...Object.keys(LATER)])
    expect(await upgrade(older)).toEqual(Object.keys(LATER))
    expect(await writeStructure(await openClient(older))).toBe(await writeStructure(await openClient(fresh)))
    expect((await older.admin.query('select id, name from toys')).rows).toEqual([{ id: 1, name: 'a' }])
    expect(await upgrade(older)).toEqual([])
  })

  it('change nothing at all if one of them fails, and the error names the file', async () => {
    const database = await cloneDatabase()
    const reader = await openClient(database)
    const before = await writeStructure(reader)
    const failing = upgrade(database, { ...LATER, '9002_toys_named.sql': 'alter table nothing add column name text;' })
    await expect(failing).rejects.toThrow('Migration 9002_toys_named.sql failed: relation "nothing" does not exist')
    expect(await writeStructure(reader)).toBe(before)
  })

  it('are refused by a release that does not have them', async () => {
    const database = await cloneDatabase()
    await upgrade(database)
    const config = readConfig({ DATABASE_URL: database.url, SITEWATCH_SECRET: TEST_SECRET })
    await expect(prepareDatabase(config, log)).rejects.toThrow(
      /newer version of Sitewatch .* it has 9001_toys\.sql, 9002_toys_named\.sql, 9003_toys_name\.concurrent\.sql/,
    )
  })
})

describe('the schema of a checkout before the baseline', () => {
  it('is refused in one line that says how to take the data along, and nothing is written', async () => {
    const database = await createEmptyDatabase()
    await database.admin.query(`create schema sitewatch; create table sitewatch.migrations (name text);
      insert into sitewatch.migrations values ('0001_foundation.sql')`)
    const config = readConfig({ DATABASE_URL: database.url, SITEWATCH_SECRET: TEST_SECRET })
    await expect(prepareDatabase(config, log)).rejects.toThrow(
      /^The database was made by a checkout older than 0\.3\.0\. The last commit that opens it is [0-9a-f]{40}: .*"sitewatch backup".*empty.*$/,
    )
    const { rows } = await database.admin.query<{ relname: string }>(
      `select relname from pg_class where relnamespace in (select oid from pg_namespace where nspname in ('sitewatch', 'graphile_worker'))`,
    )
    expect(rows).toEqual([{ relname: 'migrations' }])
  })

  it('refuses it also if that checkout made it while this version waited for its turn', async () => {
    const database = await createEmptyDatabase()
    const older = new pg.Client({ connectionString: database.url })
    await older.connect()
    onTestFinished(() => older.end())
    await older.query('select pg_advisory_lock(5174231)')
    const config = readConfig({ DATABASE_URL: database.url, SITEWATCH_SECRET: TEST_SECRET })
    const refusal = prepareDatabase(config, log).catch((error: unknown) => error)
    const tries = `select 1 from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`
    await until(async () => (await older.query(tries)).rowCount === 1, 'it waits')
    await older.query(`create schema sitewatch; create table sitewatch.migrations (name text primary key);
      insert into sitewatch.migrations values ('0001_foundation.sql'); select pg_advisory_unlock(5174231)`)
    expect(String(await refusal)).toContain('The database was made by a checkout older than 0.3.0.')
    const { rows } = await older.query(
      `select relname from pg_class where relnamespace = 'sitewatch'::regnamespace and relkind = 'r'`,
    )
    expect(rows).toEqual([{ relname: 'migrations' }])
  })
})

/** The locks of a running pg_dump: access share on every table. */
async function startDump(database: TestDatabase): Promise<pg.Client> {
  const dump = await openClient(database)
  await dump.query('begin isolation level repeatable read read only')
  const { rows } = await dump.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('sitewatch', 'graphile_worker')`,
  )
  await dump.query(`lock table ${rows.map((row) => row.name).join(', ')} in access share mode`)
  return dump
}

describe('an upgrade while pg_dump runs', () => {
  it('lets readers continue between its attempts, and migrates once the dump has ended', async () => {
    const database = await cloneDatabase()
    const dump = await startDump(database)
    const upgrading = upgrade(database)
    const reader = await openClient(database)
    await expect.poll(async () => (await reader.query(WAITING)).rowCount).toBe(1)
    await reader.query(`set statement_timeout = '3s'`)
    for (let n = 0; n < 3; n++) {
      // Serving processes read all of these with every request; the migration waits for the last one.
      for (const table of ['websites', 'users', 'invitations']) await reader.query(`select count(*) from ${table}`)
      // oxlint-disable-next-line no-restricted-globals -- Reads at several moments between two attempts.
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const before = await reader.query<{ name: string }>('select name from migrations')
    expect(before.rows.map(({ name }) => name)).toEqual(listMigrations())
    await dump.query('commit')
    expect(await upgrading).toEqual(Object.keys(LATER))
  })

  it('leaves the whole old schema in place while the last of its files waits for a lock', async () => {
    const database = await cloneDatabase()
    const [holder, reader] = [await openClient(database), await openClient(database)]
    await holder.query('begin; lock table invitations in access share mode')
    // During a migration, roles that own functions may create in the schema.
    const readTables = async () => (await writeStructure(reader)).replaceAll(/^grant create on schema to .*\n/gm, '')
    const before = await readTables()
    const upgrading = upgrade(database)
    await expect.poll(async () => (await reader.query(WAITING)).rowCount).toBe(1)
    expect(await readTables()).toBe(before)
    await holder.query('commit')
    expect(await upgrading).toEqual(Object.keys(LATER))
  })

  it('fails after its time window with a message that names the cause', async () => {
    const database = await cloneDatabase()
    await startDump(database)
    const client = await openClient(database)
    const attempt = () => client.query(`set lock_timeout = '50ms'; alter table websites add column later integer`)
    const migration = retryWhileLocked({ what: 'Migration 9999_later.sql', log, window_ms: 500 }, attempt)
    await expect(migration).rejects.toThrow(
      /^Migration 9999_later.sql could not get its locks: .*pg_dump.*No changes were made/,
    )
  })
})

describe('a migration that builds an index concurrently', () => {
  const migration = {
    name: '9999_deliveries_kind.concurrent.sql',
    text: `-- Two statements; neither may be in a transaction.
drop index concurrently if exists deliveries_kind;
create index concurrently deliveries_kind on deliveries (team_id, kind);
`,
  }

  it('does not block writers while it waits, and is recorded when the index is built', async () => {
    const database = await cloneDatabase()
    const [migrating, older, writer] = [
      await openClient(database),
      await openClient(database),
      await openClient(database),
    ]
    await older.query(
      'begin isolation level repeatable read; delete from deliveries where false; select count(*) from deliveries',
    )
    const built = applyConcurrently(migrating, migration)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and query like '%create index%'
      and wait_event_type = 'Lock'`
    await expect.poll(async () => (await writer.query(waiting)).rowCount).toBe(1)
    await writer.query(`set lock_timeout = '1s'; delete from deliveries where false`)
    await older.query('commit')
    await built
    const { rows } = await writer.query(`select i.indisvalid as is_valid, m.name from pg_index i, migrations m
      where i.indexrelid = 'deliveries_kind'::regclass and m.name like '9999%'`)
    expect(rows).toEqual([{ is_valid: true, name: migration.name }])
  })

  it('starts again after an interruption', async () => {
    const database = await cloneDatabase()
    const [migrating, older] = [await openClient(database), await openClient(database)]
    await older.query('begin; delete from deliveries where false')
    await migrating.query(`set statement_timeout = '300ms'`)
    await expect(applyConcurrently(migrating, migration)).rejects.toThrow('statement timeout')
    await older.query('rollback')
    await migrating.query('set statement_timeout = 0')
    await applyConcurrently(migrating, migration)
    const { rows } = await older.query(`select indisvalid from pg_index where indexrelid = 'deliveries_kind'::regclass`)
    expect(rows).toEqual([{ indisvalid: true }])
  })
})
