import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../src/platform/log.ts'
import {
  applyFunctions,
  describeFunctionFile,
  findPendingFunctions,
  listFunctionFiles,
  readAppliedFunctions,
} from '../../../src/platform/postgres/functions.ts'
import { listMigrations, migrateSchema, pendingMigrations } from '../../../src/platform/postgres/migrate.ts'
import { cloneDatabase, copyDatabase, createEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { sized } from '../../support/size.ts'
import { writeStructure } from '../../support/structure.ts'

const log = createLog('silent')

async function openClient({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function openMigrated(): Promise<pg.Client> {
  const client = await openClient(await cloneDatabase())
  onTestFinished(() => client.end())
  return client
}

async function migrate(database: TestDatabase, last?: string): Promise<string[]> {
  const client = await openClient(database)
  try {
    return await migrateSchema(
      client,
      database.url,
      log,
      last === undefined ? {} : { only: listMigrations().slice(0, listMigrations().indexOf(last) + 1) },
    )
  } finally {
    await client.end()
  }
}

const FUNCTIONS = `
  select p.oid::regprocedure::text as signature, pg_get_functiondef(p.oid) as definition, p.proowner::regrole::text as owner,
    array(select x.grantee::regrole || ' ' || x.privilege_type || ' by ' || x.grantor::regrole
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x order by 1) as grants
  from pg_proc p where p.pronamespace = 'sitewatch'::regnamespace order by 1`

interface Described {
  signature: string
  definition: string
  owner: string
  grants: string[]
}

const describeFunctions = async (database: { admin: pg.Pool }): Promise<Described[]> =>
  (await database.admin.query<Described>(FUNCTIONS)).rows

/** Each start takes as long as all migrations after it, so the suite tests every thirtieth one, and the newest, which still change. */
const NEWEST = 3
const isStart = (place: number, count: number): boolean => place % sized(30, 1) === 0 || place >= count - NEWEST

describe('the schema after an upgrade', () => {
  it('is that of a fresh database, functions included, whichever migration the upgrade starts from', async () => {
    const describeAll = async (database: TestDatabase) => [
      await describeFunctions(database),
      await writeStructure(database.admin),
    ]
    const fresh = await describeAll(await cloneDatabase())
    expect(fresh[0]?.length).toBe(listFunctionFiles().length)
    const upgradeAndCompare = async (copy: TestDatabase, last: string): Promise<void> => {
      await migrate(copy)
      expect(await describeAll(copy), `upgraded from ${last}`).toEqual(fresh)
      await copy.drop()
    }
    const older = await createEmptyDatabase()
    let upgrade = Promise.resolve()
    for (const [place, last] of listMigrations().entries()) {
      if (!isStart(place, listMigrations().length)) continue
      await migrate(older, last)
      const copy = await copyDatabase(older)
      await upgrade
      upgrade = upgradeAndCompare(copy, last)
    }
    await upgrade
  })
})

describe('the file of a SQL function', () => {
  it('exists for every function of the schema, and there is no other file', async () => {
    const { admin } = await cloneDatabase()
    const { rows } = await admin.query<{ proname: string }>(
      `select proname from pg_proc where pronamespace = 'sitewatch'::regnamespace order by proname collate "C"`,
    )
    expect(
      listFunctionFiles()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(rows.map((row) => row.proname))
  })

  it('is applied again when its text has changed, and only then', async () => {
    const database = await cloneDatabase()
    await database.admin.query(`
      create or replace function clock_ms() returns bigint language sql volatile as 'select 1::bigint';
      create or replace function checks_clock() returns timestamptz language sql volatile as 'select now()';
      update function_texts set hash = 'of an earlier text' where name = 'clock_ms'`)
    expect(await migrate(database)).toEqual(['functions/checks/clock_ms.sql'])
    const bodies = await database.admin.query<{ body: string }>(
      `select prosrc as body from pg_proc where proname in ('clock_ms', 'checks_clock') order by proname`,
    )
    expect(bodies.rows.map(({ body }) => body.trim())).toEqual([
      'select now()',
      'select (extract(epoch from checks_clock()) * 1000)::bigint',
    ])
    expect(await migrate(database)).toEqual([])
  })

  it('is pending until it has been applied', async () => {
    const client = await openMigrated()
    expect(await pendingMigrations(client)).toEqual([])
    await client.query(`update sitewatch.function_texts set hash = 'of an earlier text' where name = 'enter'`)
    expect(await pendingMigrations(client)).toEqual(['functions/teams/enter.sql'])
  })

  it('is left alone by an older version that starts after a newer one', async () => {
    const client = await openMigrated()
    await client.query(
      `update sitewatch.function_texts set hash = 'of a later text', version = '2.10.0' where name = 'enter'`,
    )
    const applied = await readAppliedFunctions(client)
    const pendingFor = (version: string): string[] => findPendingFunctions(applied, { version }).map(({ name }) => name)
    expect(['0.1.0', '2.9.9', '2.10.0-rc.1', '2.10.0', '2.10.1', '3.0.0'].map(pendingFor)).toEqual([
      [],
      [],
      ['enter'],
      ['enter'],
      ['enter'],
      ['enter'],
    ])
    expect(await pendingMigrations(client)).toEqual([])
  })
})

/** Applies texts like `migrate`, in a transaction that is rolled back at the end of the test. */
async function applyTexts(client: pg.Client, ...texts: [name: string, text: string][]): Promise<void> {
  await applyFunctions(
    client,
    texts.map(([name, text]) => describeFunctionFile(`functions/tests/${name}.sql`, text)),
  )
}

async function openTransaction(): Promise<pg.Client> {
  const client = await openMigrated()
  await client.query('begin; set local search_path = sitewatch')
  return client
}

const define = (signature: string, body: string): string =>
  `create or replace function ${signature} language sql as $$ ${body} $$;\n`

describe('a new text of a SQL function', () => {
  it('may have other arguments: the function with the earlier ones is dropped', async () => {
    const client = await openTransaction()
    await applyTexts(client, ['act', define('act(a integer) returns integer', 'select a')])
    await applyTexts(client, [
      'act',
      `${define('act(a text) returns integer', 'select length(a)')}revoke all on function act from public;`,
    ])
    const { rows } = await client.query(`select oid::regprocedure::text as name from pg_proc where proname = 'act'`)
    expect(rows).toEqual([{ name: 'act(text)' }])
  })

  it('may return another type when it drops the function first', async () => {
    const client = await openTransaction()
    await applyTexts(client, ['act', define('act() returns integer', 'select 1')])
    const text = `drop function if exists act();\n${define('act() returns text', `select 'one'`)}`
    await applyTexts(client, ['act', text])
    expect((await client.query('select act()')).rows).toEqual([{ act: 'one' }])
  })

  it('defines its owner and grants: nothing of an earlier text remains', async () => {
    const client = await openTransaction()
    await client.query('grant create on schema sitewatch to sitewatch_worker')
    const definition = define('act() returns integer', 'select 1')
    await applyTexts(client, [
      'act',
      `${definition}alter function act owner to sitewatch_worker;
       revoke all on function act from public; grant execute on function act to sitewatch_user;`,
    ])
    await applyTexts(client, ['act', definition])
    const { rows } = await client.query(`select proowner = current_user::regrole as is_own,
      has_function_privilege('sitewatch_auth', oid, 'execute') as is_public,
      exists (select from aclexplode(proacl) x where x.grantee = 'sitewatch_user'::regrole) as is_granted
      from pg_proc where proname = 'act'`)
    expect(rows).toEqual([{ is_own: true, is_public: true, is_granted: false }])
  })

  it('may call a function whose file comes later', async () => {
    const client = await openTransaction()
    await applyTexts(
      client,
      ['first_one', define('first_one() returns integer', 'select second_one()')],
      ['second_one', define('second_one() returns integer', 'select 2')],
    )
    expect((await client.query('select first_one() as two')).rows).toEqual([{ two: 2 }])
  })

  it('is refused when its body uses names that do not exist', async () => {
    const client = await openTransaction()
    const applied = applyTexts(client, ['act', define('act() returns integer', 'select n from nowhere')])
    await expect(applied).rejects.toThrow('relation "nowhere" does not exist')
  })

  it('is refused when it defines a function other than that of its file name', async () => {
    const client = await openTransaction()
    const applied = applyTexts(client, ['act', define('other() returns integer', 'select 1')])
    await expect(applied).rejects.toThrow('functions/tests/act.sql failed: it must define act')
  })
})
