import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  bigint64,
  type ClickHouse,
  ClickHouseUnavailable,
  defineQuery,
  integer64,
  migrateClickHouse,
} from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { sized } from '../../support/size.ts'
import { countsOf, countTeamChecks, makeChecks, MIDNIGHT } from './rows.ts'

export const log = createLog('silent')

const echo = defineQuery({
  name: 'test.echo',
  sql: `
    SELECT {text:String} AS text, {list:Array(String)} AS list, {maybe:Nullable(String)} AS maybe, {big:UInt64} AS big,
      {at:DateTime64(3, 'UTC')} AS at, {on:Bool} AS on, length({text:String}) AS bytes`,
  params: z.object({
    text: z.string(),
    list: z.array(z.string()),
    maybe: z.string().nullable(),
    big: z.bigint(),
    at: z.date(),
    on: z.boolean(),
  }),
  row: z.object({
    text: z.string(),
    list: z.array(z.string()),
    maybe: z.string().nullable(),
    big: bigint64,
    at: z.string(),
    on: z.boolean(),
    bytes: integer64,
  }),
})

const quick = defineQuery({
  name: 'test.quick',
  sql: 'SELECT {n:UInt8} AS n',
  params: z.object({ n: z.int() }),
  row: z.object({ n: z.int() }),
})

/** Until its time limit the full one keeps processors busy, and the small one sleeps, less than the allowed 3 s for each block of rows. */
const slow = defineQuery({
  name: 'test.slow',
  sql: sized(
    'SELECT count() AS n FROM numbers(10000000) WHERE sleepEachRow(0.00004) = {n:UInt64}',
    'SELECT count() AS n FROM numbers(1000000000000) WHERE sipHash64(number) = {n:UInt64}',
  ),
  params: z.object({ n: z.int() }),
  row: z.object({ n: integer64 }),
  timeout_seconds: 8,
})

const HOSTILE = [
  "'; DROP TABLE checks; --",
  "\\'; DROP TABLE checks; --",
  "\\\\' OR 1=1 --",
  '{text:String} {other:String} %00 \\N NULL',
  'tab\tline\nreturn\r\u0000nul \u0001\u007f',
  `${'\\'.repeat(7)}'`,
  '😀 ünï 漢字 \u202e',
  '`"/* */ # $& $1 $$',
  '',
]

/** The guarantees that hold for both the embedded engine and a server. */
export function describeClickHouse(name: string, open: () => Promise<ClickHouse>): void {
  describe(`ClickHouse, ${name}`, () => {
    let clickhouse: ClickHouse

    beforeAll(async () => {
      clickhouse = await open()
      await migrateClickHouse(clickhouse, log)
    })
    afterAll(() => clickhouse.close())

    describe('migrations', () => {
      it('run once, also by two programs at the same time', async () => {
        expect(await migrateClickHouse(clickhouse, log)).toEqual([])
        await clickhouse.execute('TRUNCATE TABLE sitewatch_schema')
        const applied = await Promise.all([migrateClickHouse(clickhouse, log), migrateClickHouse(clickhouse, log)])
        expect(applied.flat()).toContain('baseline')
        expect(await migrateClickHouse(clickhouse, log)).toEqual([])
      })

      it('that are numbered follow the baseline, each once', async () => {
        const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-migrations-'))
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
        const create = 'CREATE TABLE IF NOT EXISTS toys (n UInt8) ENGINE = MergeTree ORDER BY n;\n'
        writeFileSync(path.join(folder, '9001_toys.sql'), create)
        writeFileSync(
          path.join(folder, '9002_toys_named.sql'),
          'ALTER TABLE toys ADD COLUMN IF NOT EXISTS name String;\n',
        )
        const migrate = () => migrateClickHouse(clickhouse, log, pathToFileURL(`${folder}/`))
        expect(await migrate()).toEqual(['9001_toys.sql', '9002_toys_named.sql'])
        expect(await migrate()).toEqual([])
        await clickhouse.execute(`INSERT INTO toys (n, name) VALUES (1, 'a')`)
        await clickhouse.execute('DROP TABLE toys SYNC')
        await clickhouse.execute(`DELETE FROM sitewatch_schema WHERE name LIKE '9%'`)
      })
    })

    describe('parameters', () => {
      it.each(HOSTILE)('carry %j', async (text) => {
        const at = new Date('2026-02-03T04:05:06.078Z')
        const params = { text, list: [text, 'x'], maybe: text, big: 2n ** 64n - 1n, at, on: true }
        const [row] = await clickhouse.read(echo, params)
        expect(row).toEqual({ ...params, at: '2026-02-03T04:05:06.078Z', bytes: Buffer.byteLength(text) })
      })

      it('accept null, an empty list and a time before 2001', async () => {
        const params = { text: '', list: [], maybe: null, big: 2n ** 53n + 1n, at: new Date(12_345), on: false }
        const [row] = await clickhouse.read(echo, params)
        expect(row).toEqual({ ...params, at: '1970-01-01T00:00:12.345Z', bytes: 0 })
      })

      it('are validated', async () => {
        await expect(clickhouse.read(quick, { n: 1.5 })).rejects.toThrow(z.ZodError)
      })

      it('can be used in DELETE and in a mutation, including lists', async () => {
        await clickhouse.insert({ table: 'checks', token: 'delete 5', rows: makeChecks(5, 100, MIDNIGHT) })
        await clickhouse.insert({ table: 'checks', token: 'delete 7', rows: makeChecks(7, 100, MIDNIGHT) })
        await clickhouse.execute('DELETE FROM checks WHERE team_id = {id:UInt64}', { id: 5 })
        expect(await countTeamChecks(clickhouse, 5)).toMatchObject({ raw: 0, hourly: 100 })
        const mutation = 'DELETE WHERE team_id IN {ids:Array(UInt64)} SETTINGS mutations_sync = 1'
        await clickhouse.execute(`ALTER TABLE checks ${mutation}`, { ids: [5, 7] })
        await clickhouse.execute(`ALTER TABLE checks_hourly ${mutation}`, { ids: [5, 7] })
        expect(await countTeamChecks(clickhouse, 5)).toMatchObject({ raw: 0, hourly: 0 })
        expect(await countTeamChecks(clickhouse, 7)).toMatchObject({ raw: 0, hourly: 0, daily: 100 })
      })
    })

    describe('inserts', () => {
      it('count once for the same token, also in the rollups; settings do not persist', async () => {
        const rows = makeChecks(1, 2000, MIDNIGHT)
        await clickhouse.insert({ table: 'checks', token: 'one', rows })
        await clickhouse.insert({ table: 'checks', token: 'one', rows })
        expect(await countTeamChecks(clickhouse, 1)).toEqual(countsOf(2000))
        const otherRows = makeChecks(2, 1000, MIDNIGHT)
        const ndjson = Buffer.from(otherRows.map((row) => `${JSON.stringify(row)}\n`).join(''))
        await clickhouse.insert({ table: 'checks', token: 'two', ndjson })
        expect(await countTeamChecks(clickhouse, 2)).toEqual(countsOf(1000))
        await clickhouse.insert({ table: 'checks', token: 'two', ndjson })
        await clickhouse.insert({ table: 'checks', token: 'one', rows })
        expect(await countTeamChecks(clickhouse, 1)).toEqual(countsOf(2000))
        expect(await countTeamChecks(clickhouse, 2)).toEqual(countsOf(1000))
      })

      it('count again under another token, although the rows are the same', async () => {
        const rows = makeChecks(6, 100, MIDNIGHT)
        await clickhouse.insert({ table: 'checks', token: 'first', rows })
        await clickhouse.insert({ table: 'checks', token: 'second', rows })
        expect(await countTeamChecks(clickhouse, 6)).toEqual({ ...countsOf(200), different: 100 })
      })

      it('keep response times within 3 %', async () => {
        await clickhouse.insert({ table: 'checks', token: 'times', rows: makeChecks(3, 10_000, MIDNIGHT) })
        const times = defineQuery({
          name: 'test.times',
          sql: `
            SELECT quantilesExactWeightedMerge(0.5, 0.95)(total) AS total, quantilesExactWeightedMerge(0.5, 0.95)(tls) AS tls,
              (SELECT quantilesExactWeighted(0.5, 0.95)(toFloat64(total_ms), 1) FROM checks WHERE team_id = 3 AND status = 'up') AS exact
            FROM checks_daily WHERE team_id = 3`,
          params: z.object({}),
          row: z.object({ total: z.array(z.number()), tls: z.array(z.number()), exact: z.array(z.number()) }),
        })
        const [row] = await clickhouse.read(times, {})
        expect(row?.tls).toEqual([0, 0])
        const [p50 = 0, p95 = 0] = row?.exact ?? []
        expect(Math.abs((row?.total[0] ?? 0) / p50 - 1)).toBeLessThan(0.031)
        expect(Math.abs((row?.total[1] ?? 0) / p95 - 1)).toBeLessThan(0.031)
      })

      it('keep 64-bit integers and any text exactly', async () => {
        await clickhouse.execute(
          `CREATE TABLE IF NOT EXISTS odd (id UInt64, hash Int64, text String) ENGINE = MergeTree ORDER BY id
           SETTINGS non_replicated_deduplication_window = 10000`,
        )
        const texts = [...HOSTILE, '{id:UInt64}', 'half a \ud83d pair']
        const rows = texts.map((text, id) => ({
          id: String(2n ** 64n - 1n - BigInt(id)),
          hash: String(-(2n ** 63n)),
          text,
        }))
        await clickhouse.insert({ table: 'odd', token: 'odd', rows })
        const readOdd = defineQuery({
          name: 'test.odd',
          sql: 'SELECT id, hash, text FROM odd WHERE id > {above:UInt64} ORDER BY id DESC',
          params: z.object({ above: z.bigint() }),
          row: z.object({ id: bigint64, hash: bigint64, text: z.string() }),
        })
        const found = await clickhouse.read(readOdd, { above: 2n ** 63n })
        expect(found.map((row) => row.id)).toEqual(rows.map((row) => BigInt(row.id)))
        expect(new Set(found.map((row) => row.hash))).toEqual(new Set([-(2n ** 63n)]))
        expect(found.map((row) => row.text).slice(0, -1)).toEqual(texts.slice(0, -1))
      })

      it('refuse an unknown column as an internal error', async () => {
        const wrong = clickhouse.insert({ table: 'checks', token: 'wrong', rows: [{ team_id: 1, no_such_column: 1 }] })
        const error: unknown = await wrong.catch((caught: unknown) => caught)
        expect(error).toBeInstanceOf(Error)
        expect(error).not.toBeInstanceOf(ClickHouseUnavailable)
      })
    })

    describe('a slow query', () => {
      it('delays neither another query nor an insert, and is stopped at its time limit', async () => {
        let isOver = false
        const stopped = clickhouse.read(slow, { n: 1 }).catch((error: unknown) => {
          isOver = true
          return error
        })
        expect(await clickhouse.read(quick, { n: 7 })).toEqual([{ n: 7 }])
        await clickhouse.insert({ table: 'checks', token: 'meanwhile', rows: makeChecks(4, 100, MIDNIGHT) })
        expect(await countTeamChecks(clickhouse, 4)).toEqual(countsOf(100))
        expect(await clickhouse.ping()).toBe(true)
        expect(isOver).toBe(false)
        expect(await stopped).toMatchObject({ name: 'ClickHouseUnavailable', reason: 'timeout' })
        expect(clickhouse.isAvailable).toBe(true)
      })
    })

    describe('a failed query', () => {
      it('is reported as "not migrated" while a table is missing', async () => {
        const missing = defineQuery({
          name: 'test.missing',
          sql: 'SELECT 1 FROM nowhere',
          params: z.object({}),
          row: z.object({}),
        })
        await expect(clickhouse.read(missing, {})).rejects.toMatchObject({ reason: 'not_migrated' })
      })

      it('is an error of the query when its rows do not match their schema', async () => {
        const wrong = defineQuery({
          name: 'test.wrong',
          sql: "SELECT 'x' AS n",
          params: z.object({}),
          row: z.object({ n: z.int() }),
        })
        await expect(clickhouse.read(wrong, {})).rejects.toThrow('query test.wrong answered a row off its schema')
      })

      it('results from too many rows or too much memory', async () => {
        const many = { params: z.object({}), row: z.object({ number: integer64 }) }
        const rows = defineQuery({ ...many, name: 'test.many', sql: 'SELECT number FROM numbers(300000)' })
        await expect(clickhouse.read(rows, {})).rejects.toThrow('Limit for result exceeded')
        const heavy = defineQuery({
          ...many,
          name: 'test.heavy',
          sql: 'SELECT length(groupArray(toString(number))) AS number FROM numbers(5000000)',
          memory_mib: 32,
        })
        await expect(clickhouse.read(heavy, {})).rejects.toMatchObject({ reason: 'memory' })
      })
    })
  })
}
