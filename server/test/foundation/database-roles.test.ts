import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { EntryRefused, sql } from '../../src/platform/postgres/index.ts'
import { DatabaseNotReady, prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { startProgram } from '../support/program.ts'

const app = await startApp()
const { servingUrl } = await prepareDatabase({ ...app.parts.config, DATABASE_URL: app.database.url }, app.parts.log)
const GROUPS = [
  'user',
  'guest',
  'limited',
  'limited_guest',
  'jobs',
  'auth',
  'admin',
  'worker',
  'prober',
  'collector',
].map((name) => `sitewatch_${name}`)

/** A connection like that of the program, for statements that the program never runs. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: servingUrl, options: '-c search_path=sitewatch', pipeline: true })
  client.on('error', () => undefined)
  await client.connect()
  afterAll(() => client.end())
  return client
}

const read = (client: pg.Client) => client.query('select id from api_keys')
const outcome = (query: Promise<pg.QueryResult>): Promise<unknown> =>
  query.then(
    ({ rowCount }) => `${rowCount} rows`,
    (error: unknown) => (error as pg.DatabaseError).code,
  )

/** Makes the program report its environment when it gets the signal. */
const REPORT = `process.on('SIGUSR2',()=>console.error(JSON.stringify({msg:'environment',env:process.env})))`

describe('with a superuser in DATABASE_URL', () => {
  it('the process that serves keeps that URL neither in its settings nor in its environment', async () => {
    const { username } = new URL(app.database.url)
    expect(app.parts.config.DATABASE_URL).toMatch(/^postgres:\/\/sitewatch_login_\w+:/)
    expect(JSON.stringify(app.parts.config)).not.toContain(`//${username}`)
    expect(app.parts.backup_url).toBeNull()
    const program = await startProgram(app.database, {
      roles: ['api'],
      env: { SITEWATCH_MIGRATE: '0', NODE_OPTIONS: `--import=data:text/javascript,${REPORT}` },
    })
    program.kill('SIGUSR2')
    const findReport = () => program.lines.find(({ msg }) => msg === 'environment')
    await expect.poll(findReport).toBeDefined()
    const names = Object.keys(findReport()?.['env'] as object)
    expect(names).toContain('SITEWATCH_SECRET')
    expect(names.filter((name) => name.startsWith('DATABASE_URL'))).toEqual([])
    program.kill('SIGKILL')
  })

  it('the program uses a login that is not a superuser and inherits nothing', async () => {
    await Promise.all(Array.from({ length: 8 }, () => app.makeUser()))
    const { rows } = await app.database.admin.query(
      `select distinct r.rolname ~ '^sitewatch_login_' as ours, rolsuper, rolinherit, rolbypassrls, rolcreaterole
       from pg_stat_activity a join pg_roles r on r.rolname = a.usename
       where a.datname = current_database() and a.application_name = 'sitewatch'`,
    )
    expect(rows).toEqual([
      { ours: true, rolsuper: false, rolinherit: false, rolbypassrls: false, rolcreaterole: false },
    ])
  })

  it('the login without a role sees no row', async () => {
    const client = await connect()
    for (const table of ['users', 'api_keys', 'sessions', 'idempotency', 'password_resets', 'invitations']) {
      expect(await outcome(client.query(`select 1 from ${table}`))).toBe('42501')
    }
    expect(await outcome(client.query('select 1 from graphile_worker._private_jobs'))).toBe('42501')
    expect(await outcome(client.query('create table mine ()'))).toBe('42501')
  })

  it('the login cannot switch to a role that it is not a member of', async () => {
    const client = await connect()
    for (const statement of ['set role postgres', 'set session authorization postgres', 'create role mine']) {
      expect(await outcome(client.query(statement))).toBe('42501')
    }
  })

  it('a query after a failed "begin" sees no row', async () => {
    const client = await connect()
    const { id } = await app.makeUser()
    const prefix = (begin: string) =>
      client.query(`${begin}; set local role sitewatch_user; select enter(${id},${id},null,null,null)`).then(
        () => 'entered',
        (error: unknown) => (error as pg.DatabaseError).code,
      )
    expect(await Promise.all([prefix('begn'), outcome(read(client))])).toEqual(['42601', '42501'])
    await client.query('rollback')
    const [, seen] = await Promise.all([
      outcome(client.query(`begin; set local role sitewatch_nobody; select enter(${id},${id},null,null,null)`)),
      outcome(read(client)),
    ])
    expect(seen).toBe('25P02')
    await client.query('rollback')
    expect(await Promise.all([prefix('begin'), outcome(read(client))])).toEqual(['entered', '1 rows'])
    await client.query('commit')
    expect(await outcome(read(client))).toBe('42501')
  })

  it('a query after "reset role" sees no row', async () => {
    const client = await connect()
    const { id } = await app.makeUser()
    for (const reset of ['reset role', 'set role none', 'set local role none', 'discard all', 'commit', 'rollback']) {
      await client.query(`begin; set local role sitewatch_user; select enter(${id},${id},null,null,null)`)
      expect(await outcome(read(client))).toBe('1 rows')
      await outcome(client.query(reset))
      expect(['42501', '25P02']).toContain(await outcome(read(client)))
      await client.query('rollback')
    }
  })

  it('a query without a user fails, on a new connection and on a used one', async () => {
    const client = await connect()
    await client.query('begin; set local role sitewatch_user')
    expect(await outcome(read(client))).toBe('42704')
    await client.query('rollback')
    const { id } = await app.makeUser()
    await client.query(`begin; set local role sitewatch_user; select enter(${id},${id},null,null,null)`)
    await client.query('commit')
    await client.query('begin; set local role sitewatch_user')
    expect(await outcome(read(client))).toBe('22P02')
    await client.query('rollback')
    await client
      .query(`begin; set local role sitewatch_user; select enter(null,null,null,null,null)`)
      .catch(() => undefined)
    expect(await outcome(read(client))).toBe('25P02')
  })

  it('a team cannot write rows of another', async () => {
    const [one, two] = [await app.makeUser(), await app.makeUser()]
    const inserted = app.parts.postgres.asUser({ team_id: one.id, user_id: one.id, system: true }, (tx) =>
      tx.execute(sql`
        insert into api_keys (team_id, user_id, name, scopes, prefix, token_hash)
        values (${two.id}, ${two.id}, 'a', '{monitors:read}', 'sw_00000000', 'x')`),
    )
    await expect(inserted).rejects.toMatchObject({ code: '42501' })
    const minted = app.parts.postgres.asUser({ team_id: one.id, user_id: one.id, system: true }, (tx) =>
      tx.execute(sql`
        insert into api_keys (team_id, user_id, name, scopes, prefix, token_hash, minted_by)
        values (${one.id}, ${one.id}, 'a', '{monitors:read}', 'sw_00000000', 'y', ${two.key_id})`),
    )
    await expect(minted).rejects.toMatchObject({ code: '23503' })
  })
})

describe('asUser', () => {
  const { postgres } = app.parts

  it.each([
    ['a user who is not there', { team_id: 999_999_999, system: true }],
    ["another user's key", { user_id: 999_999_999, team_id: 1, role: 'owner', key_id: 1 }],
    ['a session that is not there', { user_id: 1, team_id: 1, role: 'owner', session_id: 999_999_999 }],
  ] as const)('refuses %s before anything is done', async (_what, entry) => {
    const rows: unknown[] = []
    const transaction = postgres.asUser(entry, async (tx) => rows.push(...(await tx.query(sql`select 1 as seen`))))
    await expect(transaction).rejects.toBeInstanceOf(EntryRefused)
    expect(rows).toEqual([])
  })

  it.each([Number.NaN, 1.5, -1, 2 ** 60])(
    'refuses the id %s, which would be spliced into the statement',
    async (team_id) => {
      await expect(postgres.asUser({ team_id, system: true }, async () => undefined)).rejects.toThrow('not an id')
      await expect(
        postgres.asUser({ team_id: '1); drop table users' as unknown as number, system: true }, async () => undefined),
      ).rejects.toThrow('not an id')
    },
  )

  it('rolls back when a statement fails, even if its error was caught', async () => {
    const user = await app.makeUser()
    const transaction = postgres.asUser({ team_id: user.id, user_id: user.id, system: true }, async (tx) => {
      await tx.execute(sql`delete from api_keys where user_id = ${user.id}`)
      await tx.query(sql`select 1 / 0`).catch(() => undefined)
      return 'done'
    })
    await expect(transaction).rejects.toThrow('commit answered ROLLBACK')
    expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
  })

  it('cannot write in a read-only transaction', async () => {
    const user = await app.makeUser()
    const transaction = postgres.asUser(
      { team_id: user.id, user_id: user.id, system: true },
      (tx) => tx.execute(sql`delete from api_keys where user_id = ${user.id}`),
      { readOnly: true },
    )
    await expect(transaction).rejects.toMatchObject({ code: '25006' })
  })
})

describe('with other kinds of DATABASE_URL', () => {
  const urlFor = (url: string, name: string): string => {
    const own = new URL(url)
    own.username = name
    own.password = 'secret'
    return own.href
  }

  const expectToWork = async (served: TestApp): Promise<void> => {
    const user = await served.makeUser()
    expect((await served.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
    expect((await served.call('GET', '/readyz')).status).toBe(200)
  }

  it('a role that may create roles and owns the database migrates an empty one and provisions the login', async () => {
    const database = await createEmptyDatabase()
    const name = `owner_${database.name}`
    await database.admin.query(`create role ${name} login createrole password 'secret';
      grant ${GROUPS.join(', ')} to ${name} with admin option; alter database ${database.name} owner to ${name}`)
    const served = await startApp({ DATABASE_URL: urlFor(database.url, name) }, { database })
    await expectToWork(served)
    const { rows } = await database.admin.query<{ usename: string }>(
      `select distinct usename from pg_stat_activity where datname = current_database() and application_name = 'sitewatch'`,
    )
    expect(rows.map(({ usename }) => usename)).toEqual([expect.stringMatching(/^sitewatch_login_/)])
    await served.stop()
    await database.admin.query(`reassign owned by ${name} to postgres; drop owned by ${name}; drop role ${name}`)
  })

  it('a plain login that inherits nothing is used as it is; one that inherits, or is no member, gets a helpful error', async () => {
    const name = `plain_${app.database.name}`
    await app.database.admin.query(`create role ${name} login noinherit password 'secret'`)
    const DATABASE_URL = urlFor(app.database.url, name)
    const start = () => prepareDatabase({ ...app.parts.config, DATABASE_URL }, app.parts.log)
    await expect(start()).rejects.toThrow(DatabaseNotReady)
    await app.database.admin.query(`grant ${GROUPS.join(', ')} to ${name}`)
    const served = await startApp({ DATABASE_URL }, { database: app.database })
    expect((await start()).servingUrl).toBe(DATABASE_URL)
    await expectToWork(served)
    await served.stop()
    await app.database.admin.query(`alter role ${name} inherit`)
    await expect(start()).rejects.toThrow(`alter role ${name} noinherit`)
    await app.database.admin.query(`drop role ${name}`)
  })

  it('a plain login on an outdated schema gets an error that says to migrate', async () => {
    const behind = await startApp()
    const name = `behind_${behind.database.name}`
    await behind.database.admin.query(`create role ${name} login noinherit password 'secret';
      grant ${GROUPS.join(', ')} to ${name}; delete from migrations where name = (select max(name) from migrations)`)
    const config = { ...behind.parts.config, DATABASE_URL: urlFor(behind.database.url, name) }
    await expect(prepareDatabase(config, behind.parts.log)).rejects.toThrow('sitewatch migrate')
    const patient = await prepareDatabase({ ...config, SITEWATCH_MIGRATE: false }, behind.parts.log)
    expect(patient.migrated).toEqual([])
    await behind.database.admin.query(`drop role ${name}`)
  })
})
