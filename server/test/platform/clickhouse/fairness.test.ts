import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askAs, defineQuery, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
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

describe('ClickHouse reads', () => {
  it('answers a neighbour at once while one API key and public pages ask slow questions', async () => {
    const abuse = [
      ...Array.from({ length: 8 }, () => askAs({ user_id: 1, kind: 'key' }, () => clickhouse.read(slow, {}))),
      ...Array.from({ length: 4 }, (_, n) =>
        askAs({ user_id: 10 + n, kind: 'public' }, () => clickhouse.read(slow, {})),
      ),
    ]
    const begun = performance.now()
    await askAs({ user_id: 2, kind: 'person' }, () => clickhouse.read(quick, {}))
    await askAs({ user_id: 3, kind: 'key' }, () => clickhouse.read(quick, {}))
    expect(performance.now() - begun).toBeLessThan(900)
    await Promise.all(abuse)
  }, 30_000)
})
