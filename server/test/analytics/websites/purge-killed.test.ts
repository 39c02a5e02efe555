import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { ClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { openClickHouseLazily } from '../../../src/roles/clickhouse.ts'
import { startApp } from '../../support/app.ts'
import { startProgram } from '../../support/program.ts'
import { countEvents, insertEvents } from './events.ts'
import { registryOf } from './websites.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-purge-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const app = await startApp({ SITEWATCH_DATA_DIR: folder })

/** Only one process may open the folder, so the test opens it only while the program does not run. */
async function withEngine<T>(use: (clickhouse: ClickHouse) => Promise<T>): Promise<T> {
  const clickhouse = openClickHouseLazily({ ...app.parts, onForeignStore: () => undefined })
  try {
    return await use(clickhouse)
  } finally {
    await clickhouse.close()
  }
}

async function isPurging(): Promise<boolean> {
  const { rowCount } = await app.database.admin.query(
    `select 1 from graphile_worker._private_jobs where key like 'purge_website_events:%' and locked_at is not null`,
  )
  return rowCount === 1
}

async function readStatus(website_id: number): Promise<string | undefined> {
  const { rows } = await app.database.admin.query<{ status: string }>(
    'select status from website_purges where website_id = $1',
    [website_id],
  )
  return rows[0]?.status
}

it('a purge continues in another process when the worker is killed', async () => {
  const registry = registryOf(app, await app.makeUser())
  const { id } = await registry.make()
  await withEngine(async (clickhouse) => {
    for (let batch = 0; batch < 4; batch += 1) await insertEvents(clickhouse, id, 20_000)
  })
  await registry.remove(id)
  const options = { roles: ['api', 'worker'], env: { SITEWATCH_DATA_DIR: folder } }
  const first = await startProgram(app.database, options)
  await expect.poll(isPurging, { interval: 5 }).toBe(true)
  first.kill('SIGKILL')
  await first.ended
  expect(await readStatus(id)).toBe('pending')

  const second = await startProgram(app.database, options)
  await expect.poll(() => readStatus(id), { interval: 100 }).toBe('done')
  second.kill('SIGTERM')
  await second.ended
  expect(await withEngine((clickhouse) => countEvents(clickhouse, id))).toBe(0)
})
