import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { queryAs, defineQuery, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-fair-reads-'))
const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }, createLog('silent'))
afterAll(async () => {
  await clickhouse.close()
  rmSync(folder, { recursive: true, force: true })
})

const row = z.object({ done: z.number() })
const slow = defineQuery({ name: 'slow', sql: 'SELECT sleep(1) AS done', params: z.object({}), row })
const quick = defineQuery({ name: 'quick', sql: 'SELECT toUInt8(0) AS done', params: z.object({}), row })

const readRank = defineQuery({
  name: 'rank',
  sql: `SELECT getSetting('priority') AS priority, getSetting('max_threads') AS threads, getSetting('low_priority_query_wait_time_ms') AS wait_ms`,
  params: z.object({}),
  row: z.object({ priority: z.int(), threads: z.int(), wait_ms: z.int() }),
})
/** A query of three seconds, and one of fifteen blocks. */
const long = defineQuery({
  name: 'long',
  sql: 'SELECT toUInt8(max(sleepEachRow(0.1))) AS done FROM numbers(30)',
  params: z.object({}),
  row,
})
const blocks = defineQuery({
  name: 'blocks',
  sql: 'SELECT toUInt8(uniq(number % 7) - 7) AS done FROM numbers(1000000)',
  params: z.object({}),
  row,
})

describe('ClickHouse reads', () => {
  it('run with their priority, which does not stay on the connection', async () => {
    const threads = Math.max(1, Math.floor(availableParallelism() / 2))
    const callers = [1, 2, 3, 4, 5, 6].map((team_id) => ({ team_id, kind: 'public' }) as const)
    for (const caller of callers) {
      expect(await queryAs(caller, () => clickhouse.read(readRank, {}))).toEqual([{ priority: 3, threads, wait_ms: 5 }])
    }
    const [person] = await queryAs({ team_id: 7, kind: 'person' }, () => clickhouse.read(readRank, {}))
    expect(person).toMatchObject({ priority: 1, threads: availableParallelism() })
    const [key] = await queryAs({ team_id: 8, kind: 'key' }, () => clickhouse.read(readRank, {}))
    expect(key).toMatchObject({ priority: 2, threads: availableParallelism() })
    expect(await clickhouse.read(readRank, {})).toMatchObject([{ priority: 0, threads: availableParallelism() }])
  })

  it('answer a public page while a user runs a long query', async () => {
    let isOver = false
    const person = queryAs({ team_id: 1, kind: 'person' }, () => clickhouse.read(long, {})).then(() => (isOver = true))
    // oxlint-disable-next-line no-restricted-globals -- The query, of three seconds, starts first; nothing signals that it has.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await queryAs({ team_id: 2, kind: 'public' }, () => clickhouse.read(blocks, {}))
    expect(isOver).toBe(false)
    await person
  })

  it('answer another team immediately while one API key and public pages run slow queries', async () => {
    const abuse = [
      ...Array.from({ length: 8 }, () => queryAs({ team_id: 1, kind: 'key' }, () => clickhouse.read(slow, {}))),
      ...Array.from({ length: 4 }, (_, n) =>
        queryAs({ team_id: 10 + n, kind: 'public' }, () => clickhouse.read(slow, {})),
      ),
    ]
    let ended = 0
    for (const query of abuse) void query.then(() => ended++)
    await queryAs({ team_id: 2, kind: 'person' }, () => clickhouse.read(quick, {}))
    await queryAs({ team_id: 3, kind: 'key' }, () => clickhouse.read(quick, {}))
    // In a single queue they would run after all of these.
    expect(ended).toBeLessThan(abuse.length)
    await Promise.all(abuse)
  })
})
