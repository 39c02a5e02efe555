import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createBackup, serveHistoryBackups } from '../../../src/backup/index.ts'
import { checkHistory } from '../../../src/cli/doctor/history-store.ts'
import { readConfig } from '../../../src/config.ts'
import { watchDamage } from '../../../src/identity/accounts/history-notice.ts'
import { defineQuery, integer64, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { checkTable, listDamagedParts } from '../../../src/platform/clickhouse/damage.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startApp } from '../../support/app.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-damage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const open = () => openClickHouse({ SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }, createLog('silent'))
const count = defineQuery({
  name: 'test.count',
  sql: 'SELECT count() AS n FROM views',
  params: z.object({}),
  row: z.object({ n: integer64 }),
})
const findPart = defineQuery({
  name: 'test.part',
  sql: `SELECT path FROM system.parts WHERE database = currentDatabase() AND table = 'views' AND active`,
  params: z.object({}),
  row: z.object({ path: z.string() }),
})
const findEvents = defineQuery({
  name: 'test.events',
  sql: `SELECT path, (SELECT data_paths[1] FROM system.tables WHERE database = currentDatabase() AND name = 'events') AS table_path
    FROM system.parts WHERE database = currentDatabase() AND table = 'events' AND active`,
  params: z.object({}),
  row: z.object({ path: z.string(), table_path: z.string() }),
})
function flipBits(file: string): void {
  const bytes = readFileSync(file)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff
  writeFileSync(file, bytes)
}

it('a part with flipped bits is found by a check of its table, and after a restart among the damaged parts', async () => {
  let clickhouse = await open()
  await clickhouse.execute(
    'CREATE TABLE views (n UInt64, s String) ENGINE = MergeTree ORDER BY n SETTINGS min_bytes_for_wide_part = 0',
  )
  await clickhouse.execute('INSERT INTO views SELECT number, toString(cityHash64(number)) FROM numbers(688)')
  expect(await listDamagedParts(clickhouse)).toEqual([])
  await checkTable(clickhouse, 'views')
  const part = (await clickhouse.read(findPart, {}))[0]?.path ?? ''
  const [largest = ''] = readdirSync(part)
    .filter((name) => name.endsWith('.bin'))
    .sort((a, b) => statSync(path.join(part, b)).size - statSync(path.join(part, a)).size)
  flipBits(path.join(part, largest))
  await expect(checkTable(clickhouse, 'views')).rejects.toThrow('The table views of the history is damaged')
  flipBits(path.join(part, 'checksums.txt'))
  await clickhouse.close()
  clickhouse = await open()
  // The silent loss: no error, no rows.
  expect(await clickhouse.read(count, {})).toEqual([{ n: 0 }])
  expect(await listDamagedParts(clickhouse)).toEqual([expect.stringMatching(/^views\/broken-on-start_all_1_1_0/)])
  await clickhouse.close()
  const config = readConfig({
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
    SITEWATCH_SECRET: TEST_SECRET,
    SITEWATCH_DATA_DIR: folder,
  })
  expect(await checkHistory(config)).toMatchObject({
    check: 'history store',
    ok: false,
    says: expect.stringMatching(/1 damaged part of the history .*restore a backup/),
  })
})

it('damaged parts make /readyz degraded, and are mailed once to the administrators', async () => {
  const sink = await startSmtpSink()
  const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_LOG_LEVEL: 'silent' })
  const administrator = await app.makeAdministrator()
  const { clickhouse } = app.parts
  await clickhouse.ping()
  expect((await app.call('GET', '/readyz')).body).toEqual({ status: 'ready' })
  vi.spyOn(clickhouse, 'damaged_parts', 'get').mockReturnValue(['events/broken-on-start_202611_1_1_0'])
  expect((await app.call('GET', '/readyz')).body).toEqual({ status: 'ready', degraded: ['history_damaged'] })
  await watchDamage(app.parts)
  await watchDamage(app.parts)
  expect(sink.mails.map(({ to }) => to)).toEqual([[administrator.email]])
  expect(sink.mails[0]?.source).toContain('Subject: Sitewatch history is damaged')
})

it('backups keep old ones while parts are missing, and fail for a table whose part cannot be read', async () => {
  const app = await startApp({ SITEWATCH_LOG_LEVEL: 'silent' })
  const { clickhouse } = app.parts
  await clickhouse.ping()
  const stop = await serveHistoryBackups(app.parts)
  onTestFinished(() => stop.stop())
  const to = mkdtempSync(path.join(tmpdir(), 'sitewatch-damage-backups-'))
  onTestFinished(() => rmSync(to, { recursive: true, force: true }))
  // The app itself has only its restricted login.
  const config = { ...app.parts.config, DATABASE_URL: app.database.url }
  const backUp = () => createBackup({ config, log: createLog('silent'), to, sealing: null, keep: 1 })
  await clickhouse.execute(
    "INSERT INTO events (website_id, time, visitor_id, pageview_id, kind, retention_days) SELECT 1, now64(3), 1, number, 'pageview', 3650 FROM numbers(100)",
  )
  const [part] = await clickhouse.read(findEvents, {})
  expect((await backUp()).warning).toBeUndefined()
  await mkdir(path.join(part?.table_path ?? '', 'detached', 'broken-on-start_all_1_1_0'))
  const second = await backUp()
  expect(second.warning).toContain('1 damaged part of the history (events/broken-on-start_all_1_1_0)')
  expect([second.removed, readdirSync(to).length]).toEqual([[], 2])
  const [largest = ''] = readdirSync(part?.path ?? '').filter((name) => name.endsWith('.bin'))
  flipBits(path.join(part?.path ?? '', largest))
  await expect(backUp()).rejects.toThrow('The table events of the history is damaged')
  expect(readdirSync(to)).toHaveLength(2)
})
