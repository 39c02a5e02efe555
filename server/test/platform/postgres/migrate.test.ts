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

const log = createLog('silent')
const upTo = (last: string): string[] => listMigrations().filter((name) => name <= last)

async function openClient(database: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, options: '-c search_path=sitewatch' })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A database of an older release, and a connection with the locks of a running pg_dump: access share on every table. */
async function startDumpOfOlderSchema(): Promise<{ database: TestDatabase; dump: pg.Client }> {
  const database = await createEmptyDatabase()
  await migrateSchema(await openClient(database), database.url, log, upTo('0010_locations.sql'))
  const dump = await openClient(database)
  await dump.query('begin isolation level repeatable read read only')
  const { rows } = await dump.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('sitewatch', 'graphile_worker')`,
  )
  await dump.query(`lock table ${rows.map((row) => row.name).join(', ')} in access share mode`)
  return { database, dump }
}

describe('an upgrade while pg_dump runs', () => {
  it('lets readers continue between its attempts, and migrates once the dump has ended', async () => {
    const { database, dump } = await startDumpOfOlderSchema()
    const config = readConfig({ DATABASE_URL: database.url, SITEWATCH_SECRET: TEST_SECRET })
    const upgrade = prepareDatabase(config, log, true)
    const reader = await openClient(database)
    const upgrading = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await reader.query(upgrading)).rowCount).toBe(1)
    await reader.query(`set statement_timeout = '3s'`)
    for (let n = 0; n < 3; n++) {
      // Serving processes read all of these with every request.
      for (const table of ['websites', 'users', 'monitors']) await reader.query(`select count(*) from ${table}`)
      // oxlint-disable-next-line no-restricted-globals -- Reads at several moments between two attempts.
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const before = await reader.query('select name from migrations')
    expect(before.rows.map((row: { name: string }) => row.name)).not.toContain('0011_public_pages.sql')
    await dump.query('commit')
    const { migrated } = await upgrade
    expect(migrated).toEqual(listMigrations().filter((name) => name > '0010_locations.sql'))
  })

  it('leaves the whole old schema in place while the last of its files waits for a lock', async () => {
    const database = await createEmptyDatabase()
    await migrateSchema(await openClient(database), database.url, log, upTo('0074_account_language.sql'))
    const [holder, reader] = [await openClient(database), await openClient(database)]
    await holder.query('begin; lock table invitations in access share mode')
    const columns = `select attrelid::regclass::text, attname from pg_attribute join pg_class c on c.oid = attrelid
      where c.relnamespace = 'sitewatch'::regnamespace order by 1, 2`
    const describeSchema = async () => [
      (await reader.query(columns)).rows,
      (await reader.query('select name from migrations order by name')).rows,
    ]
    const before = await describeSchema()
    const config = readConfig({ DATABASE_URL: database.url, SITEWATCH_SECRET: TEST_SECRET })
    const upgrade = prepareDatabase(config, log, true)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1)
    expect(await describeSchema()).toEqual(before)
    await holder.query('commit')
    expect((await upgrade).migrated.slice(0, 2)).toEqual(['0075_acknowledgement.sql', '0076_invitation_language.sql'])
  })

  it('fails after its time window with a message that names the cause', async () => {
    const { database } = await startDumpOfOlderSchema()
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
