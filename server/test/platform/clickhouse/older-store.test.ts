import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { defineQuery, migrateClickHouse, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startApp } from '../../support/app.ts'
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

async function startOlderServer() {
  const front = await startClickHouseFront({ folder: makeFolder() })
  onTestFinished(() => front.kill())
  const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: 'unused', CLICKHOUSE_URL: front.url }, log)
  onTestFinished(() => clickhouse.close())
  await clickhouse.createDatabase()
  await clickhouse.execute('CREATE TABLE sitewatch_migrations (name String) ENGINE = MergeTree ORDER BY name')
  const tables = defineQuery({
    name: 'test.tables',
    sql: 'SELECT name FROM system.tables WHERE database = currentDatabase()',
    params: z.object({}),
    row: z.object({ name: z.string() }),
  })
  return { clickhouse, url: front.url, listTables: () => clickhouse.read(tables, {}) }
}

it('the database of a ClickHouse server that such a checkout migrated is refused, and nothing is written', async () => {
  const { clickhouse, listTables } = await startOlderServer()
  await expect(migrateClickHouse(clickhouse, log)).rejects.toMatchObject({
    name: 'ForeignHistoryStore',
    message: expect.stringMatching(REFUSAL),
  })
  expect(await listTables()).toEqual([{ name: 'sitewatch_migrations' }])
})

it('such a server is refused by a process that does not migrate either, before the database is bound to it', async () => {
  const { url, listTables } = await startOlderServer()
  const app = await startApp({ CLICKHOUSE_URL: url, SITEWATCH_MIGRATE: '0' }, { log })
  expect(await app.parts.clickhouse.ping()).toBe(false)
  expect((await app.database.admin.query('select from history_store')).rowCount).toBe(0)
  expect(await listTables()).toEqual([{ name: 'sitewatch_migrations' }])
})
