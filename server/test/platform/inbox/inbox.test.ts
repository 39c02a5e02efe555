import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../../src/config.ts'
import {
  ClickHouseUnavailable,
  defineQuery,
  integer64,
  openClickHouse,
} from '../../../src/platform/clickhouse/index.ts'
import {
  appendInbox,
  appendInboxBatch,
  createInboxGauge,
  createInboxMetrics,
  discardRefusedUnscoped,
  listRefusedUnscoped,
  listWaiting,
  type LoaderOptions,
  retryRefusedUnscoped,
  startLoader,
} from '../../../src/platform/inbox/index.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import { createLog } from '../../../src/platform/log.ts'
import { connectPostgres } from '../../../src/platform/postgres/index.ts'
import { prepareDatabase } from '../../../src/platform/postgres/provision.ts'
import { cloneDatabase } from '../../support/database.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { expectPromised, measure } from '../../support/expect-promised.ts'
import { until } from '../../support/until.ts'

const log = createLog('silent')
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-inbox-'))
const database = await cloneDatabase()
const { servingUrl } = await prepareDatabase(
  readConfig({ DATABASE_URL: database.url, SITEWATCH_SECRET: TEST_SECRET }),
  log,
)
const postgres = connectPostgres({ connectionString: servingUrl, size: 8, onError: () => undefined })
const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }, log)
await clickhouse.createDatabase()
await clickhouse.execute(`CREATE TABLE IF NOT EXISTS numbers_loaded (n UInt64) ENGINE = MergeTree ORDER BY n
  SETTINGS non_replicated_deduplication_window = 10000`)
afterAll(async () => {
  await postgres.close()
  await clickhouse.close()
  rmSync(folder, { recursive: true, force: true })
})

const countRows = defineQuery({
  name: 'test.count',
  sql: 'SELECT count() AS total, uniqExact(n) AS different FROM numbers_loaded WHERE n >= {from:UInt64} AND n < {to:UInt64}',
  params: z.object({ from: z.int(), to: z.int() }),
  row: z.object({ total: integer64, different: integer64 }),
})
const findFolder = defineQuery({
  name: 'test.folder',
  sql: `SELECT data_paths[1] AS folder FROM system.tables WHERE database = currentDatabase() AND name = 'numbers_loaded'`,
  params: z.object({}),
  row: z.object({ folder: z.string() }),
})
const count = async (from: number, to: number) => (await clickhouse.read(countRows, { from, to }))[0]

async function append(from: number, length: number): Promise<void> {
  const rows = Array.from({ length }, (_, index) => `{"n":${from + index}}\n`)
  await postgres.asRole('collector', (tx) => appendInbox(tx, 'events', { ndjson: rows.join(''), count: length }))
}

const waiting = async (): Promise<number> =>
  Number((await database.admin.query<{ n: string }>('select count(*) as n from inbox')).rows[0]?.n)
const isEmpty = async (): Promise<boolean> => (await waiting()) === 0

const options = (
  insert: LoaderOptions['clickhouse']['insert'] = (batch) => clickhouse.insert(batch),
): LoaderOptions => ({
  postgres,
  clickhouse: { execute: clickhouse.execute, read: clickhouse.read, insert },
  tables: { events: 'numbers_loaded' },
  log,
})

describe('the inbox', () => {
  it('loads committed rows within a second and a half, and none that were rolled back', async () => {
    const loader = startLoader(options())
    await postgres
      .asRole('collector', async (tx) => {
        await appendInbox(tx, 'events', { ndjson: '{"n":1}\n', count: 1 })
        throw new Error('no')
      })
      .catch(() => undefined)
    await append(2, 3)
    const isLoaded = async () => (await count(0, 10))?.total === 3
    expectPromised(await measure(until(isLoaded, 'it is loaded')), 1500)
    await loader.stop()
    expect(await isEmpty()).toBe(true)
    expect(await count(0, 10)).toEqual({ total: 3, different: 3 })
  })

  it('counts each row once when loaders fail after the insert, before the delete, in parallel', async () => {
    let broken = 0
    const insert: LoaderOptions['clickhouse']['insert'] = async (batch) => {
      await clickhouse.insert(batch)
      // The engine has the rows, but the loader does not know it, as if it was killed here.
      if (broken++ % 2 === 0) throw new Error('killed')
    }
    const loaders = Array.from({ length: 4 }, () => startLoader(options(insert)))
    for (let batch = 0; batch < 200; batch++) {
      await append(1000 + batch * 10, 10)
      // oxlint-disable-next-line no-restricted-globals -- So that the loaders find several batches; any number passes.
      if (batch % 40 === 39) await new Promise((resolve) => setTimeout(resolve, 400))
    }
    await until(isEmpty, 'the inbox is empty')
    await Promise.all(loaders.map((loader) => loader.stop()))
    expect(await count(1000, 3000)).toEqual({ total: 2000, different: 2000 })
    expect(broken).toBeGreaterThan(3)
  })

  it('passes a load that was started before to its repeat, and a new one to the insert, never both at once', async () => {
    const begun: string[] = []
    let running = 0
    let is_alone = true
    const insert: LoaderOptions['clickhouse']['insert'] = async (batch) => {
      begun.push(`insert ${batch.token}`)
      if (begun.length === 1) throw new ClickHouseUnavailable('away', 'as when the engine is killed')
      running += 1
      // oxlint-disable-next-line no-restricted-globals -- How slow the insert is.
      await new Promise((resolve) => setTimeout(resolve, 100))
      await clickhouse.insert(batch)
      running -= 1
    }
    const repeats: LoaderOptions['repeats'] = {
      events: async ({ token, ndjson, confirm }) => {
        begun.push(`repeat ${token}`)
        is_alone &&= running === 0
        for (let n = 0; n < 10; n++) {
          // oxlint-disable-next-line no-restricted-globals -- How slow the repeat is.
          await new Promise((resolve) => setTimeout(resolve, 20))
          is_alone &&= running === 0
        }
        await confirm()
        await clickhouse.insert({ table: 'numbers_loaded', token, ndjson })
      },
    }
    const loaders = Array.from({ length: 3 }, () => startLoader({ ...options(insert), repeats }))
    await append(4000, 10)
    await until(() => begun.length > 0, 'it was tried')
    for (let batch = 1; batch < 6; batch++) {
      await append(4000 + batch * 10, 10)
      // oxlint-disable-next-line no-restricted-globals -- So that the loaders find several batches; any number passes.
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    await until(isEmpty, 'the inbox is empty')
    await Promise.all(loaders.map((loader) => loader.stop()))
    const token = begun[0]?.replace('insert ', '') ?? ''
    expect(begun.filter((one) => one.endsWith(token))).toEqual([`insert ${token}`, `repeat ${token}`])
    expect(begun.filter((one) => one.startsWith('repeat'))).toHaveLength(1)
    expect(is_alone).toBe(true)
    expect(await count(4000, 4060)).toEqual({ total: 60, different: 60 })
  })

  it('counts a load as started if its loader was killed before it could record that', async () => {
    await append(4100, 5)
    // The state after the claim, which is committed before the insert.
    await database.admin.query(
      `insert into inbox_loads (kind, inbox_ids, tries) select 'events', array_agg(id), 1 from inbox where kind = 'events'`,
    )
    let repeated = 0
    const repeats: LoaderOptions['repeats'] = {
      events: async ({ token, ndjson }) => {
        repeated += 1
        await clickhouse.insert({ table: 'numbers_loaded', token, ndjson })
      },
    }
    const loader = startLoader({ ...options(), repeats })
    await until(isEmpty, 'it is loaded')
    await loader.stop()
    expect(repeated).toBe(1)
    expect(await count(4100, 4105)).toEqual({ total: 5, different: 5 })
  })

  it('keeps everything while ClickHouse is unavailable and loads it afterwards', async () => {
    let away = true
    const loader = startLoader(
      options((batch) => (away ? Promise.reject(new ClickHouseUnavailable('away', 'away')) : clickhouse.insert(batch))),
    )
    for (let batch = 0; batch < 50; batch++) await append(5000 + batch * 10, 10)
    await until(
      async () =>
        Number((await database.admin.query('select count(*) as n from inbox_loads where attempts > 1')).rows[0].n) > 0,
      'it has tried',
    )
    expect(await waiting()).toBe(50)
    const gauge = createInboxGauge(postgres, {
      role: 'collector',
      kind: 'events',
      onError: () => undefined,
      max_bytes: 1000,
    })
    await until(() => gauge.isFull, 'the gauge sees it')
    expect(gauge.backlog).toMatchObject({ batches: 50, rows: 500 })
    away = false
    await until(isEmpty, 'the inbox is empty')
    await until(() => !gauge.isFull, 'the gauge sees that too')
    gauge.stop()
    await loader.stop()
    expect(await count(5000, 6000)).toEqual({ total: 500, different: 500 })
  })

  it('counts as full by bytes, not by the number of batches: 120,000 small ones are an hour of 33 requests a second', async () => {
    await database.admin.query(
      `insert into inbox (kind, row_count, raw_bytes, body) select 'filtered_events', 1, 8, '\\x00' from generate_series(1, 120000)`,
    )
    const open = (max_bytes?: number) =>
      createInboxGauge(postgres, {
        role: 'collector',
        kind: 'filtered_events',
        onError: () => undefined,
        ...(max_bytes !== undefined && { max_bytes }),
      })
    const gauge = open()
    // More batches than are counted one by one: what they take on disk counts.
    const small = open(5_000_000)
    await until(() => Promise.resolve(gauge.backlog.batches > 0 && small.backlog.batches > 0), 'it is measured')
    expect([gauge.isFull, small.isFull]).toEqual([false, true])
    gauge.stop()
    small.stop()
    await database.admin.query('truncate inbox')
  })

  it('merges small batches while ClickHouse is away, and loads each row once afterwards', async () => {
    let away = true
    // Loads that fail, so that no other batch is frozen, as after the first seconds of an outage.
    await database.admin.query(
      `insert into inbox_loads (kind, inbox_ids, attempts, retry_at) select 'events', '{}', 1, 'infinity' from generate_series(1, 3)`,
    )
    const appendOld = async (from: number, length: number): Promise<void> => {
      const bodies = Array.from({ length }, (_, index) => zstdCompressSync(`{"n":${from + index}}\n`))
      await database.admin.query(
        `insert into inbox (kind, row_count, raw_bytes, body, created_at)
         select 'events', 1, 11, body, now() - interval '1 min' from unnest($1::bytea[]) as body`,
        [bodies],
      )
    }
    await appendOld(6000, 300)
    const ndjson = `{"n":6300}\n${' '.repeat(100_000)}\n`
    const large = await postgres.asRole('worker', (tx) => appendInboxBatch(tx, 'events', { ndjson, count: 1 }))
    await appendOld(6301, 300)
    const [watched = 0] = (
      await database.admin.query<{ id: number }>('select max(id)::float8 as id from inbox')
    ).rows.map(({ id }) => id)
    await appendOld(6601, 399)
    const loader = startLoader(
      options((batch) => (away ? Promise.reject(new ClickHouseUnavailable('away', 'away')) : clickhouse.insert(batch))),
    )
    await until(async () => (await waiting()) < 100, 'they are merged')
    const listed = (ids: readonly number[]) =>
      postgres.asRole('worker', (tx) => listWaiting(tx, 'events', ids), { readOnly: true })
    expect(await listed([large, watched, watched + 10_000])).toEqual([large, watched])
    away = false
    await database.admin.query('delete from inbox_loads where inbox_ids = $1', [[]])
    await until(isEmpty, 'the inbox is empty')
    await loader.stop()
    expect(await count(6000, 7000)).toEqual({ total: 1000, different: 1000 })
    expect(await listed([large, watched])).toEqual([])
  })

  it('loads the other batches when one is always refused', async () => {
    const loader = startLoader(options())
    await postgres.asRole('collector', (tx) => appendInbox(tx, 'events', { ndjson: '{"m":"not a row"}\n', count: 1 }))
    await until(
      async () =>
        Number((await database.admin.query('select count(*) as n from inbox_loads where attempts > 0')).rows[0].n) > 0,
      'it was refused',
    )
    await append(7000, 5)
    await until(async () => (await count(7000, 7010))?.total === 5, 'the others are loaded')
    await loader.stop()
    expect(await waiting()).toBe(1)
    await database.admin.query('delete from inbox; delete from inbox_loads')
  })

  const appendRaw = (body: Buffer): Promise<unknown> =>
    database.admin.query(`insert into inbox (kind, row_count, raw_bytes, body) values ('events', 1, 8, $1)`, [body])
  const countRefused = async (): Promise<number> =>
    Number((await database.admin.query<{ n: string }>('select count(*) as n from inbox_refused')).rows[0]?.n)

  it('sets aside a batch that cannot be read, and loads the others', async () => {
    await append(7100, 5)
    await appendRaw(Buffer.from('not compressed'))
    await append(7105, 5)
    const metrics = createMetrics()
    const loader = startLoader({ ...options(), max_refusals: 2, ...createInboxMetrics(metrics, postgres) })
    await until(async () => (await count(7100, 7110))?.total === 10, 'those around it are loaded')
    await until(async () => (await countRefused()) === 1, 'it is set aside')
    await loader.stop()
    expect(await isEmpty()).toBe(true)
    expect(await count(7100, 7110)).toEqual({ total: 10, different: 10 })
    expect(await metrics.registry.metrics()).toContain('sitewatch_inbox_refused_batches{kind="events"} 1')
    expect(await postgres.asRole('worker', (tx) => discardRefusedUnscoped(tx, null))).toBe(1)
    expect(await countRefused()).toBe(0)
  })

  it('loads batches after more refused ones than may fail at the same time; a retry loads repaired ones', async () => {
    for (let bad = 0; bad < 5; bad++) await appendRaw(zstdCompressSync(`{"m":${7200 + bad}}\n`))
    const loader = startLoader({ ...options(), max_refusals: 2 })
    await until(async () => (await countRefused()) === 5, 'they are set aside')
    await append(7210, 5)
    await until(async () => (await count(7210, 7220))?.total === 5, 'the next is loaded')
    const refused = await postgres.asRole('worker', (tx) => listRefusedUnscoped(tx, 10))
    expect(refused.map(({ kind, row_count }) => ({ kind, row_count }))).toEqual(
      Array.from({ length: 5 }, () => ({ kind: 'events', row_count: 1 })),
    )
    expect(refused[0]?.error).toContain('Unknown field')
    await clickhouse.execute('ALTER TABLE numbers_loaded ADD COLUMN IF NOT EXISTS m UInt64 DEFAULT 0')
    const first = refused[0]?.id ?? 0
    expect(await postgres.asRole('worker', (tx) => retryRefusedUnscoped(tx, [first]))).toBe(1)
    await until(async () => (await countRefused()) === 4 && (await isEmpty()), 'the one is loaded')
    expect(await postgres.asRole('worker', (tx) => retryRefusedUnscoped(tx, null))).toBe(4)
    await until(isEmpty, 'all are loaded')
    await loader.stop()
    expect(await countRefused()).toBe(0)
    await clickhouse.execute('ALTER TABLE numbers_loaded DROP COLUMN m')
  })

  it('never sets a batch aside because ClickHouse is unavailable', async () => {
    const away = (): Promise<void> => Promise.reject(new ClickHouseUnavailable('away', 'away'))
    const loader = startLoader({ ...options(away), max_refusals: 1 })
    await append(7300, 5)
    await until(
      async () => Number((await database.admin.query('select max(attempts) as n from inbox_loads')).rows[0].n) >= 3,
      'it has tried three times',
    )
    await loader.stop()
    expect(await countRefused()).toBe(0)
    expect(await waiting()).toBe(1)
    await database.admin.query('delete from inbox; delete from inbox_loads')
  })

  const countAttempts = async (): Promise<number> =>
    Number((await database.admin.query('select max(attempts) as n from inbox_loads')).rows[0].n)

  it('never sets a batch aside because the history folder cannot be written, and loads it afterwards', async () => {
    const [table] = await clickhouse.read(findFolder, {})
    const folderOfTable = table?.folder.replace(/\/$/, '') ?? ''
    // A file in its place: the engine answers with a code of the operating system, as it does for a read-only or broken disk.
    renameSync(folderOfTable, `${folderOfTable}.away`)
    writeFileSync(folderOfTable, '')
    const loader = startLoader({ ...options(), max_refusals: 1 })
    await append(7400, 5)
    await until(async () => (await countRefused()) > 0 || (await countAttempts()) >= 3, 'it has tried three times')
    expect(await countRefused()).toBe(0)
    const insert = clickhouse.insert({ table: 'numbers_loaded', token: 'unwritable', rows: [{ n: 7400 }] })
    await expect(insert).rejects.toMatchObject({ name: 'ClickHouseUnavailable', reason: 'away' })
    rmSync(folderOfTable)
    renameSync(`${folderOfTable}.away`, folderOfTable)
    await until(isEmpty, 'it is loaded')
    await loader.stop()
    expect(await count(7400, 7410)).toEqual({ total: 5, different: 5 })
  })

  it('sets no batch aside while the store refuses a row that is known to be good', async () => {
    let isBroken = true
    const loader = startLoader({
      ...options((batch) => (isBroken ? Promise.reject(new Error('refused')) : clickhouse.insert(batch))),
      max_refusals: 1,
    })
    await append(7500, 5)
    await until(async () => (await countRefused()) > 0 || (await countAttempts()) >= 3, 'it has tried three times')
    expect(await countRefused()).toBe(0)
    isBroken = false
    await until(isEmpty, 'it is loaded')
    await loader.stop()
    expect(await count(7500, 7510)).toEqual({ total: 5, different: 5 })
  })

  it('blames no rows when the connection to Postgres is lost while a load is repeated', async () => {
    await append(7600, 5)
    await database.admin.query(
      `insert into inbox_loads (kind, inbox_ids, tries) select 'events', array_agg(id), 1 from inbox where kind = 'events'`,
    )
    let isLost = false
    const repeats: LoaderOptions['repeats'] = {
      events: async ({ token, ndjson, confirm }) => {
        const isFirst = !isLost
        isLost = true
        if (isFirst) {
          await database.admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
          )
        }
        await confirm()
        await clickhouse.insert({ table: 'numbers_loaded', token, ndjson })
      },
    }
    const loader = startLoader({ ...options(), repeats, max_refusals: 1 })
    await until(isEmpty, 'it is loaded or set aside')
    await loader.stop()
    expect([isLost, await countRefused()]).toEqual([true, 0])
    expect(await count(7600, 7610)).toEqual({ total: 5, different: 5 })
  })

  it('retries batches that were set aside once when a loader starts, as loads whose rows may exist already', async () => {
    for (const n of [7700, 7701]) await appendRaw(zstdCompressSync(`{"n":${n}}\n`))
    await appendRaw(zstdCompressSync('{"n":"no number"}\n'))
    await database.admin.query(
      `with taken as (delete from inbox returning *)
       insert into inbox_refused (kind, row_count, raw_bytes, body, created_at, error)
       select kind, row_count, raw_bytes, body, created_at, 'set aside' from taken order by id`,
    )
    // Its insert had failed after the rows were written.
    await clickhouse.insert({ table: 'numbers_loaded', token: 'written', rows: [{ n: 7700 }] })
    let tries = 0
    const repeats: LoaderOptions['repeats'] = {
      events: async ({ token, ndjson }) => {
        tries += 1
        const lines = Buffer.from(ndjson).toString().split('\n')
        await clickhouse.insert({
          table: 'numbers_loaded',
          token,
          ndjson: lines.filter((line) => line !== '{"n":7700}').join('\n'),
        })
      },
    }
    const loader = startLoader({ ...options(), repeats })
    await until(async () => (await isEmpty()) && (await countRefused()) === 1, 'the good ones are loaded')
    await loader.stop()
    expect(await count(7700, 7710)).toEqual({ total: 2, different: 2 })
    // All at once, then halves.
    expect(tries).toBeLessThanOrEqual(5)
    await database.admin.query('delete from inbox_refused')
  })

  it('takes over the load of a loader that hangs while its connection is open', async () => {
    let isHeld = false
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const stuck = startLoader({
      silent_ms: 1500,
      ...options(async (batch) => {
        isHeld = true
        await released
        await clickhouse.insert(batch)
      }),
    })
    await append(8000, 5)
    await until(() => isHeld, 'it is held')
    const loader = startLoader(options())
    await until(async () => (await count(8000, 8010))?.total === 5, 'another has loaded it')
    release()
    await Promise.all([stuck.stop(), loader.stop()])
    expect(await isEmpty()).toBe(true)
    expect(await count(8000, 8010)).toEqual({ total: 5, different: 5 })
  })

  it('lets the collector role append and measure, and nothing else', async () => {
    for (const statement of ['select body from inbox', 'delete from inbox', 'select load_id from inbox_loads']) {
      const refused = await postgres
        .asRole('collector', (tx) => tx.query({ text: statement, values: [] }))
        .then(
          () => undefined,
          (error: { code?: string }) => error.code,
        )
      expect([statement, refused]).toEqual([statement, '42501'])
    }
  })
})
