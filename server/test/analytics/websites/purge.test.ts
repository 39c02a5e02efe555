import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accountTasks } from '../../../src/identity/accounts/index.ts'
import { checkTasks } from '../../../src/monitoring/checks/index.ts'
import { type ClickHouse, defineQuery, listTablesOf } from '../../../src/platform/clickhouse/index.ts'
import { startWorker, type Worker } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { websiteTasks } from '../../../src/analytics/websites/index.ts'
import { startApp } from '../../support/app.ts'
import { FIXTURES } from '../../support/fixtures.ts'
import { makeTeam } from '../../support/teams.ts'
import { countEvents, insertEvents } from './events.ts'
import { registryOf } from './websites.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-purge-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const app = await startApp({ SITEWATCH_DATA_DIR: folder })
const { clickhouse, postgres } = app.parts
/** One of the tests makes a job fail. */
const log = createLog('silent')
let worker: Worker | undefined

afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

const startPurging = async (engine: ClickHouse = clickhouse): Promise<void> => {
  worker = await startWorker(postgres, websiteTasks({ postgres, clickhouse: engine, log }), log)
}

interface Purge {
  status: string
  progress_percent: number
  finished_at: Date | null
}

async function readPurge(website_id: number): Promise<Purge | undefined> {
  const { rows } = await app.database.admin.query<Purge>(
    'select status, progress_percent, finished_at from website_purges where website_id = $1',
    [website_id],
  )
  return rows[0]
}

async function untilDone(website_id: number): Promise<void> {
  const status = async (): Promise<string | undefined> => (await readPurge(website_id))?.status
  await expect.poll(status, { interval: 50 }).toBe('done')
}

async function countJobs(team_id: number): Promise<number> {
  const { rows } = await app.database.admin.query<{ total: string }>(
    `select count(*) as total from graphile_worker._private_jobs where key = 'purge_website_events:' || $1::bigint`,
    [team_id],
  )
  return Number(rows[0]?.total)
}

describe('deleting a website', () => {
  it('answers at once; a job deletes its events and no others', async () => {
    const user = await app.makeUser()
    const registry = registryOf(app, user)
    const gone = await registry.make()
    const kept = await registry.make()
    await insertEvents(clickhouse, gone.id, 3000)
    await insertEvents(clickhouse, gone.id, 30, 'filtered_events')
    await insertEvents(clickhouse, kept.id, 500)
    expect((await registry.remove(gone.id)).status).toBe(200)
    expect((await registry.show(gone.id)).status).toBe(404)
    expect(await readPurge(gone.id)).toMatchObject({ status: 'pending', progress_percent: 0, finished_at: null })
    expect(await countEvents(clickhouse, gone.id)).toBe(3000)

    await startPurging()
    await untilDone(gone.id)
    expect(await readPurge(gone.id)).toMatchObject({ progress_percent: 100 })
    expect(await countEvents(clickhouse, gone.id)).toBe(0)
    expect(await countEvents(clickhouse, gone.id, 'filtered_events')).toBe(0)
    expect(await countEvents(clickhouse, kept.id)).toBe(500)
    await expect.poll(() => countJobs(user.id)).toBe(0)
  })

  it('adds neither a purge nor a job when it is rolled back', async () => {
    const user = await app.makeUser()
    const { id } = await registryOf(app, user).make()
    const client = await app.database.admin.connect()
    await client.query('begin')
    await client.query('delete from websites where id = $1', [id])
    await client.query('rollback')
    client.release()
    expect(await readPurge(id)).toBeUndefined()
    expect(await countJobs(user.id)).toBe(0)
  })

  it('shows the progress of the purge', async () => {
    const registry = registryOf(app, await app.makeUser())
    const { id } = await registry.make()
    await insertEvents(clickhouse, id, 3000)
    await insertEvents(clickhouse, id, 1000, 'filtered_events')
    await registry.remove(id)
    // Blocks the smaller table, so that the purge stops at three quarters.
    await clickhouse.execute('SYSTEM STOP MERGES filtered_events')
    await startPurging()
    const progress = async (): Promise<number | undefined> => (await readPurge(id))?.progress_percent
    await expect.poll(progress, { interval: 50 }).toBe(75)
    expect(await readPurge(id)).toMatchObject({ status: 'pending', finished_at: null })
    await clickhouse.execute('SYSTEM START MERGES filtered_events')
    await untilDone(id)
    expect(await progress()).toBe(100)
  })

  it('continues after a failure of ClickHouse', async () => {
    const registry = registryOf(app, await app.makeUser())
    const { id } = await registry.make()
    await insertEvents(clickhouse, id, 3000)
    await insertEvents(clickhouse, id, 3000, 'filtered_events')
    await registry.remove(id)
    let deletes = 0
    const failing: ClickHouse = {
      ...clickhouse,
      async execute(statement, values) {
        deletes += 1
        if (deletes === 2) throw new Error('killed here')
        await clickhouse.execute(statement, values)
      },
    }
    await startPurging(failing)
    await expect.poll(() => deletes).toBe(2)
    await worker?.stop()
    worker = undefined
    expect(await readPurge(id)).toMatchObject({ status: 'pending' })
    expect(await countEvents(clickhouse, id, 'filtered_events')).toBe(3000)

    await app.database.admin.query(
      `update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null where key like 'purge_website_events:%'`,
    )
    await startPurging()
    await untilDone(id)
    expect((await countEvents(clickhouse, id)) + (await countEvents(clickhouse, id, 'filtered_events'))).toBe(0)
  })

  it('together with its account deletes the events of all websites of the account', async () => {
    const user = await app.makeUser()
    const registry = registryOf(app, user)
    const sites = [await registry.make(), await registry.make(), await registry.make()]
    for (const site of sites) await insertEvents(clickhouse, site.id, 200)
    const cookie = await app.signIn(user)
    const removed = await app.call('DELETE', '/api/account', { cookie, json: { password: user.password } })
    expect(removed.status).toBe(200)
    await accountTasks(app.parts)
      .find(({ name }) => name === 'delete_team')
      ?.run({ team_id: user.id } as never)
    expect(await countJobs(user.id)).toBe(1)
    await startPurging()
    for (const site of sites) {
      await untilDone(site.id)
      expect(await countEvents(clickhouse, site.id)).toBe(0)
    }
  })
})

const CHECKS = ['checks', 'checks_hourly', 'checks_daily'] as const
const EVENTS = ['events', 'filtered_events', 'event_days'] as const

async function insertCheck(team_id: number): Promise<void> {
  const slot = new Date(Date.now() - 3_600_000).toISOString().slice(0, 23).replace('T', ' ')
  const check = { team_id, monitor_id: 1, location: '', slot, started_at: slot, status: 'up' }
  await clickhouse.insert({ table: 'checks', token: `check ${team_id} ${Math.random()}`, rows: [check] })
}

async function insertHistory(team_id: number): Promise<number[]> {
  const { rows } = await app.database.admin.query<{ id: number }>(
    'select id::integer as id from websites where team_id = $1',
    [team_id],
  )
  for (const { id } of rows) {
    await insertEvents(clickhouse, id, 3)
    await insertEvents(clickhouse, id, 1, 'filtered_events')
  }
  await insertCheck(team_id)
  return rows.map(({ id }) => id)
}

interface Owned {
  team_id: number
  website_ids: readonly number[]
  /** Texts that only this team or account has. */
  texts: readonly string[]
}

/** The tables of the history that have rows of the team. */
async function listHistoryTables({ team_id, website_ids }: Owned): Promise<string[]> {
  const found: string[] = []
  for (const [column, ids] of [
    ['team_id', [team_id]],
    ['website_id', website_ids],
  ] as const) {
    for (const table of await listTablesOf(clickhouse, column)) {
      const query = defineQuery({
        name: 'test.left',
        sql: `SELECT 1 AS one FROM ${table} WHERE ${column} IN {ids:Array(UInt64)} LIMIT 1`,
        params: z.object({ ids: z.array(z.int()) }),
        row: z.object({ one: z.int() }),
      })
      if ((await clickhouse.read(query, { ids: [...ids] })).length > 0) found.push(table)
    }
  }
  return found.sort()
}

/** The tables of Postgres that have rows of the team, or of the account with the same id, or one of its texts. */
async function listPostgresTables({ team_id, texts }: Owned): Promise<string[]> {
  const { admin } = app.database
  const { rows: tables } = await admin.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'sitewatch'::regnamespace and c.relkind in ('r', 'p')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await admin.query(
      `select from ${name} t where to_jsonb(t) ->> 'team_id' = $1 or to_jsonb(t) ->> 'user_id' = $1
         or exists (select from unnest($2::text[]) as text where position(text in t::text) > 0) limit 1`,
      [String(team_id), texts],
    )
    if (rowCount !== 0) found.push(name)
  }
  return found.sort()
}

/** A record that its websites were purged, for a day. */
const forgetPurges = (team_id: number): Promise<unknown> =>
  app.database.admin.query(`delete from website_purges where team_id = $1 and status = 'done'`, [team_id])

async function untilNothingIsLeft(owned: Owned): Promise<void> {
  worker = await startWorker(
    postgres,
    [...accountTasks(app.parts), ...websiteTasks({ postgres, clickhouse, log }), ...checkTasks(app.parts)],
    log,
  )
  await expect.poll(() => listHistoryTables(owned), { interval: 200 }).toEqual([])
  const listLeft = async (): Promise<string[]> => {
    await forgetPurges(owned.team_id)
    return listPostgresTables(owned)
  }
  await expect.poll(listLeft, { interval: 200 }).toEqual([])
}

describe('deleting everything', () => {
  it('of an account leaves nothing of it in any table of either store', async () => {
    const user = await app.makeUser()
    for (const make of Object.values(FIXTURES.records)) await make(app, user)
    const website_ids = await insertHistory(user.id)
    const owned = { team_id: user.id, website_ids, texts: [user.email] }
    expect(await listHistoryTables(owned)).toEqual(expect.arrayContaining([...CHECKS, ...EVENTS]))
    expect((await listPostgresTables(owned)).length).toBeGreaterThan(30)
    const neighbour = await app.makeUser()
    await insertCheck(neighbour.id)
    const cookie = await app.signIn(user)
    const removed = await app.call('DELETE', '/api/account', { cookie, json: { password: user.password } })
    expect(removed.status).toBe(200)
    await untilNothingIsLeft(owned)
    const theirs = { team_id: neighbour.id, website_ids: [], texts: [] }
    expect(await listHistoryTables(theirs)).toEqual([...CHECKS].sort())
  })

  it('of a team leaves nothing of it, and its checks that arrive later are deleted a day later', async () => {
    const owner = await makeTeam(app)
    const { key, team_id } = owner
    await app.call('POST', '/api/v1/websites', { key, json: { domain: 'gone-team.example.com' } })
    const monitor = { friendly_name: 'Gone monitor', url: 'https://gone-team.example.com/', is_active: false }
    await app.call('POST', '/api/monitors', { key, json: monitor })
    const owned = { team_id, website_ids: await insertHistory(team_id), texts: ['gone-team', 'Gone monitor'] }
    const { cookie, headers } = owner
    expect((await app.call('DELETE', `/api/teams/${team_id}`, { cookie, headers })).status).toBe(200)
    await untilNothingIsLeft(owned)
    await insertCheck(team_id)
    const { rowCount } = await app.database.admin.query(
      `update graphile_worker._private_jobs set run_at = now() where key = $1 and run_at > now() + interval '23 hours'`,
      [`purge_team_checks:${team_id}:1`],
    )
    expect(rowCount).toBe(1)
    await expect.poll(() => listHistoryTables(owned), { interval: 200 }).toEqual([])
  })

  it('also deletes the checks of teams that were deleted by a release without this job', async () => {
    const [gone, kept] = [987_654_321, (await app.makeUser()).id]
    for (const id of [gone, kept]) await insertCheck(id)
    await checkTasks(app.parts)[0]?.run({} as never)
    expect(await listHistoryTables({ team_id: gone, website_ids: [], texts: [] })).toEqual([])
    expect(await listHistoryTables({ team_id: kept, website_ids: [], texts: [] })).toEqual([...CHECKS].sort())
  })
})

describe('the scheduled purge', () => {
  const purgeTask = () => {
    const [task] = websiteTasks({ postgres, clickhouse, log })
    if (!task) throw new Error('no task')
    return task
  }
  const runByClock = (): Promise<void> => purgeTask().run({} as never)

  it('deletes events that arrived after the first purge, for a day', async () => {
    const registry = registryOf(app, await app.makeUser())
    const { id } = await registry.make()
    await registry.remove(id)
    await runByClock()
    const first = await readPurge(id)
    expect(first).toMatchObject({ status: 'done', progress_percent: 100 })
    await insertEvents(clickhouse, id, 50)
    await runByClock()
    expect(await countEvents(clickhouse, id)).toBe(0)
    expect(await readPurge(id)).toEqual(first)
  })

  it('deletes the record of a purge after a day', async () => {
    const registry = registryOf(app, await app.makeUser())
    const { id } = await registry.make()
    await registry.remove(id)
    await runByClock()
    await app.database.admin.query(
      `update website_purges set finished_at = now() - interval '25 hours' where website_id = $1`,
      [id],
    )
    await runByClock()
    expect(await readPurge(id)).toBeUndefined()
  })
})
