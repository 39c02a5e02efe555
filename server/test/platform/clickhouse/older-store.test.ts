import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { defineQuery, migrateClickHouse, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startClickHouseFront } from '../../support/clickhouse-front.ts'

const log = createLog('silent')
const REFUSAL =
  /^The history .* was made by a checkout older than 0\.3\.0\. The last commit that opens it is [0-9a-f]{40}: .*"sitewatch backup".*$/

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-older-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('the data folder of a checkout before the baseline is refused before the engine opens it', async () => {
  const folder = makeFolder()
  mkdirSync(path.join(folder, 'metadata/sitewatch'), { recursive: true })
  writeFileSync(path.join(folder, 'metadata/sitewatch/sitewatch_migrations.sql'), 'ATTACH TABLE …')
  const before = readdirSync(folder, { recursive: true })
  const opened = openClickHouse({ SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }, log)
  await expect(opened).rejects.toMatchObject({ name: 'ForeignHistoryStore', message: expect.stringMatching(REFUSAL) })
  expect(readdirSync(folder, { recursive: true })).toEqual(before)
})

it('the database of a ClickHouse server that such a checkout migrated is refused, and nothing is written', async () => {
  const front = await startClickHouseFront({ folder: makeFolder() })
  onTestFinished(() => front.kill())
  const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: 'unused', CLICKHOUSE_URL: front.url }, log)
  onTestFinished(() => clickhouse.close())
  await clickhouse.createDatabase()
  await clickhouse.execute('CREATE TABLE sitewatch_migrations (name String) ENGINE = MergeTree ORDER BY name')
  await expect(migrateClickHouse(clickhouse, log)).rejects.toMatchObject({
    name: 'ForeignHistoryStore',
    message: expect.stringMatching(REFUSAL),
  })
  const tables = defineQuery({
    name: 'test.tables',
    sql: 'SELECT name FROM system.tables WHERE database = currentDatabase()',
    params: z.object({}),
    row: z.object({ name: z.string() }),
  })
  expect(await clickhouse.read(tables, {})).toEqual([{ name: 'sitewatch_migrations' }])
})
