import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- The moment of each kill; any moment passes.
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { repeatCheckLoad } from '../../../src/monitoring/checks/index.ts'
import {
  type ClickHouse,
  defineQuery,
  integer64,
  migrateClickHouse,
  openClickHouse,
  queryAs,
} from '../../../src/platform/clickhouse/index.ts'
import { listOpenSessions } from '../../support/open-sessions.ts'
import { sized } from '../../support/size.ts'
import { countsOf, countTeamChecks, makeChecks, MIDNIGHT, toNdjson } from './rows.ts'
import { describeClickHouse, log } from './suite.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-clickhouse-'))
const dataDir = path.join(folder, 'made', 'by', 'it')
const open = (dir: string) => openClickHouse({ SITEWATCH_DATA_DIR: dir, CLICKHOUSE_URL: undefined }, log)
/** Only one directory can be open per process, so one left open by a failed test would fail all others. */
async function openForTest(dir: string) {
  const clickhouse = await open(dir)
  onTestFinished(() => clickhouse.close())
  return clickhouse
}
const file = (name: string) => path.join(import.meta.dirname, name)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The output of a separate process that opens this folder. */
async function openInProcess(dir: string, nodeOptions: readonly string[] = []): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeOptions, file('open-child.ts'), dir])
  return stdout
}

describe('opening the embedded engine', () => {
  const HIDE_CHDB = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) { if (name.startsWith('chdb')) throw new Error('Cannot find package'); return next(name, context) } })`

  it('explains what to do when it is not installed', async () => {
    const hide = `data:text/javascript,${encodeURIComponent(HIDE_CHDB)}`
    expect(await openInProcess(dataDir, ['--import', hide])).toBe(
      'ClickHouseNotReady: The embedded ClickHouse cannot be loaded here (Cannot find package). ' +
        'Install it with "npm install chdb", or set CLICKHOUSE_URL to a ClickHouse server.',
    )
  })

  it('explains what to do when its folder cannot be created', async () => {
    const taken = path.join(folder, 'a-file')
    writeFileSync(taken, '')
    await expect(open(path.join(taken, 'data'))).rejects.toThrow(
      /^SITEWATCH_DATA_DIR cannot be created: .*Choose a writable folder\.$/,
    )
  })

  it('explains what to do when another process holds its folder, and succeeds once that process has ended', async () => {
    const held = path.join(folder, 'held')
    const clickhouse = await openForTest(held)
    expect(await openInProcess(held)).toBe(
      `ClickHouseNotReady: Another process (${process.pid}) uses the embedded ClickHouse in ${held}. Only one process can use a ` +
        'folder: run all roles in one process, or set CLICKHOUSE_URL to a ClickHouse server.',
    )
    await clickhouse.close()
    expect(await openInProcess(held)).toBe('opened')
  })

  it('leaves no connection behind when several parts of a process open its folder at once', async () => {
    const dir = path.join(folder, 'at-once')
    const stores = await Promise.all([1, 2, 3].map(() => open(dir)))
    // What fails a test file that leaves one open.
    expect(listOpenSessions()).toEqual([dir])
    await Promise.all(stores.map((clickhouse) => clickhouse.close()))
    expect(listOpenSessions()).toEqual([])
    expect(await (await openForTest(path.join(folder, 'after'))).ping()).toBe(true)
  })

  it('sets up every reader, so that analysing a query takes less processor time', async () => {
    const clickhouse = await openForTest(path.join(folder, 'set-up'))
    const readSettings = defineQuery({
      name: 'test.settings',
      sql: `SELECT sum(toUInt8(value)) AS sum, sleep(0.2) AS slept FROM system.settings WHERE name IN ('optimize_and_compare_chain', 'optimize_syntax_fuse_functions')`,
      params: z.object({}),
      row: z.object({ sum: z.coerce.number(), slept: z.number() }),
    })
    const read = (team_id: number) => queryAs({ team_id, kind: 'person' }, () => clickhouse.read(readSettings, {}))
    // Each takes 0.2 s, so that all four readers are in use.
    const found = await Promise.all([1, 2, 3, 4].map(read))
    expect(found.flat().map(({ sum }) => sum)).toEqual([0, 0, 0, 0])
  })

  it('gives statements a share of the memory of its container, and refuses one that does not fit', async () => {
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(512 * 1024 ** 2)
    onTestFinished(() => void vi.restoreAllMocks())
    const clickhouse = await openForTest(path.join(folder, 'small'))
    // 100 MB, of the 512 MiB that a query may use by default.
    const distinct = 'uniqExact(number) + uniqExact(cityHash64(number))'
    const heavy = defineQuery({
      name: 'test.heavy',
      sql: `SELECT ${distinct} AS n FROM numbers(1500000)`,
      params: z.object({}),
      row: z.object({ n: integer64 }),
    })
    await expect(clickhouse.read(heavy, {})).rejects.toMatchObject({ name: 'ClickHouseUnavailable', reason: 'memory' })
    await clickhouse.execute('CREATE TABLE counts (n UInt64) ENGINE = MergeTree ORDER BY n')
    const insert = `INSERT INTO counts SELECT ${distinct} FROM numbers(1500000) SETTINGS max_memory_usage=1073741824`
    await expect(clickhouse.execute(insert)).rejects.toMatchObject({ reason: 'memory' })
    await expect(clickhouse.readInto(insert, {})).rejects.toMatchObject({ reason: 'memory' })
    expect(clickhouse.isAvailable).toBe(true)
  })

  it('is possible again after a close, which finishes running work and refuses new work', async () => {
    const dir = path.join(folder, 'closing')
    const clickhouse = await openForTest(dir)
    await migrateClickHouse(clickhouse, log)
    const rows = makeChecks(1, 1000, MIDNIGHT)
    const insert = (token: string) => clickhouse.insert({ table: 'checks', token, rows })
    const underWay = [insert('a'), insert('b'), insert('c')]
    const closed = clickhouse.close()
    await expect(insert('d')).rejects.toMatchObject({ name: 'ClickHouseUnavailable', reason: 'closed' })
    await Promise.all([...underWay, closed])
    const again = await openForTest(dir)
    expect(await countTeamChecks(again, 1)).toMatchObject({ raw: 3000, hourly: 3000, daily: 3000 })
  })
})

describe('the embedded engine, with more rows than fit into a statement,', () => {
  const readLong = defineQuery({
    name: 'test.long',
    sql: 'SELECT id, text, other FROM long ORDER BY id',
    params: z.object({}),
    row: z.object({ id: z.int(), text: z.string(), other: z.int() }),
  })

  it('inserts them exactly, once for a token, refuses an unknown column, and leaves no file', async () => {
    const dir = path.join(folder, "it's long")
    const clickhouse = await openForTest(dir)
    await clickhouse.execute(
      `CREATE TABLE long (id UInt32, text String, other UInt8 DEFAULT 7) ENGINE = MergeTree ORDER BY id
       SETTINGS non_replicated_deduplication_window = 10000`,
    )
    const texts = ["it's", '\\', '\n\t\0', '{id:UInt32}', '👋 \u202e', 'x'.repeat(300_000)]
    const ndjson = Buffer.from(texts.map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
    for (let n = 0; n < 2; n++) await clickhouse.insert({ table: 'long', token: 'long', ndjson })
    expect(await clickhouse.read(readLong, {})).toEqual(texts.map((text, id) => ({ id, text, other: 7 })))
    const wrong = `${JSON.stringify({ id: 1, nonsense: 'x'.repeat(300_000) })}\n`
    await expect(clickhouse.insert({ table: 'long', token: 'wrong', ndjson: wrong })).rejects.toThrow(/nonsense/)
    expect(readdirSync(path.join(dir, 'incoming'))).toEqual([])
  })
})

describe('the embedded engine, when it is killed,', () => {
  const ROWS = 1000
  const KILLS = sized(1, 10)

  /** Repeats a load whose outcome is unknown, like the loader of the inbox. */
  const repeatBatch = (clickhouse: ClickHouse, batch: number): Promise<void> =>
    repeatCheckLoad(clickhouse, {
      token: `batch ${batch}`,
      ndjson: Buffer.from(toNdjson(makeChecks(1000 + batch, ROWS, MIDNIGHT))),
      confirm: () => Promise.resolve(),
    })

  /** Kills the process after `moment`. Returns the first batch that may be missing, and whether the kill hit an insert. */
  async function killOnce(dir: string, first: number, moment: (child: ChildProcess) => Promise<void>) {
    const child = fork(file('insert-child.ts'), [dir, String(first), String(ROWS), String(MIDNIGHT)], {
      execArgv: [],
    })
    let next = first
    let inMidInsert = false
    child.on('message', (message: { started?: number; ended?: number }) => {
      inMidInsert = message.started !== undefined
      if (message.ended !== undefined) next = message.ended + 1
    })
    await once(child, 'message')
    await moment(child)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    return { next, inMidInsert }
  }

  it(`has every row of every batch once after ${KILLS} kills during an insert`, async () => {
    const dir = path.join(folder, 'killed')
    let next = 0
    let kills = 0
    for (let round = 0; kills < KILLS && round < 3 * KILLS; round += 1) {
      const end = await killOnce(dir, next, () => wait((round * 37) % 100))
      next = end.next
      if (end.inMidInsert) kills += 1
    }
    expect(kills).toBe(KILLS)
    const clickhouse = await openForTest(dir)
    await repeatBatch(clickhouse, next)
    for (let batch = 0; batch <= next; batch += 1) {
      expect(await countTeamChecks(clickhouse, 1000 + batch)).toEqual(countsOf(ROWS))
    }
  })

  const findTokenFolders = defineQuery({
    name: 'test.notes',
    sql: `
      SELECT concat(data_paths[1], 'deduplication_logs') AS path FROM system.tables
      WHERE database = currentDatabase() AND name IN ('checks', 'checks_hourly', 'checks_daily') ORDER BY name`,
    params: z.object({}),
    row: z.object({ path: z.string() }),
  })

  /** Waits for a second batch, because a repeated one records no new token. */
  function whenTokenIsRecorded(notes: string) {
    return async (child: ChildProcess): Promise<void> => {
      while (!isEnded((await once(child, 'message'))[0])) continue
      await new Promise<void>((resolve) => {
        const watcher = watch(notes, () => {
          child.kill('SIGKILL')
          watcher.close()
          resolve()
        })
      })
    }
  }
  const isEnded = (message: unknown): boolean => typeof message === 'object' && message !== null && 'ended' in message

  it('has every row of every batch once after kills at the moment it records a token', async () => {
    const dir = path.join(folder, 'noted')
    const before = await openForTest(dir)
    await migrateClickHouse(before, log)
    const notes = await before.read(findTokenFolders, {})
    await before.close()
    let next = 0
    for (const { path: tokenFolder } of sized(notes.slice(0, 1), [...notes, ...notes, ...notes])) {
      next = (await killOnce(dir, next, whenTokenIsRecorded(tokenFolder))).next
    }
    const clickhouse = await openForTest(dir)
    await repeatBatch(clickhouse, next)
    for (let batch = 0; batch <= next; batch += 1) {
      expect(await countTeamChecks(clickhouse, 1000 + batch)).toEqual(countsOf(ROWS))
    }
  })
})

describeClickHouse('embedded', () => open(dataDir))
