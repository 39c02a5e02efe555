import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { ClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { openClickHouseLazily } from '../../../src/roles/clickhouse.ts'
import { startApp } from '../../support/app.ts'
import { startProgram } from '../../support/program.ts'
import { sized } from '../../support/size.ts'
import { registryOf } from '../websites/websites.ts'
import { countRows, DAY_MS, type ImportSite, importsOf, makeEvents } from './importing.ts'
import { makePlausibleExport } from './plausible.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const app = await startApp({ SITEWATCH_DATA_DIR: folder })
const options = { roles: ['api', 'worker'], env: { SITEWATCH_DATA_DIR: folder } }

/** Only one process may open the folder, so the test opens it only while the program does not run. */
async function withEngine<T>(use: (clickhouse: ClickHouse) => Promise<T>): Promise<T> {
  const clickhouse = openClickHouseLazily({ ...app.parts, onForeignStore: () => undefined })
  try {
    return await use(clickhouse)
  } finally {
    await clickhouse.close()
  }
}

async function makeSite(): Promise<ImportSite> {
  const owner = await app.makeUser()
  const { id, domain } = await registryOf(app, owner).make()
  return { id, domain, owner }
}

/** Kills the worker each time the import has reached one of the percentages, then lets another worker finish it. */
async function runWithKills(site: ImportSite, import_id: number, percents: readonly number[]) {
  const imports = importsOf(app, site)
  const rowsAtKill: number[] = []
  for (const percent of percents) {
    const worker = await startProgram(app.database, options)
    await expect
      .poll(async () => (await imports.show(import_id)).progress_percent, { interval: 5 })
      .toBeGreaterThan(percent)
    worker.kill('SIGKILL')
    await worker.ended
    rowsAtKill.push((await imports.show(import_id)).rows_read)
  }
  const last = await startProgram(app.database, options)
  const found = await imports.ended(import_id, 60_000)
  last.kill('SIGTERM')
  await last.ended
  return { found, rowsAtKill }
}

it('an import of events continues where it stopped when it is killed: nothing is lost or duplicated', async () => {
  const site = await makeSite()
  const imports = importsOf(app, site)
  const size = sized(60_000, 1_000_000)
  const lines = makeEvents(site, size, Date.now() - sized(10, 120) * DAY_MS)
  const import_id = await imports.create({ source: 'events', content: lines.join('\n') })
  await imports.call('POST', `/${import_id}/start`, {})
  const { found, rowsAtKill } = await runWithKills(site, import_id, sized([10], [0, 20, 40, 60, 80]))
  expect(found).toMatchObject({ status: 'done', rows_read: size, rows_imported: size, rows_duplicate: 0 })
  // At least one kill was in the middle, not only before or after.
  expect(rowsAtKill.some((rows) => rows > 0 && rows < size)).toBe(true)
  const counts = await withEngine((clickhouse) => countRows(clickhouse, site.id))
  expect(counts['events']).toBe(size)
})

it('an import of Plausible duplicates nothing when it is killed', async () => {
  const site = await makeSite()
  const imports = importsOf(app, site)
  const import_id = await imports.create({ source: 'plausible', content: makePlausibleExport({ from: 2000, to: 1 }) })
  await imports.call('POST', `/${import_id}/start`, {})
  const { found } = await runWithKills(site, import_id, [0])
  expect(found).toMatchObject({ status: 'done', rows_read: 32_000, rows_imported: 32_000 })
  const counts = await withEngine((clickhouse) => countRows(clickhouse, site.id))
  // A source is stored as rows of eight dimensions, an event as rows of two.
  expect(counts['imported_days']).toBe(32_000 + 2000 * 2 * 7 + 2000)
})
