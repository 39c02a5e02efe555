import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeKumaDatabase } from '../monitoring/monitor-imports/kuma-database.ts'
import { startJourney } from './journey.ts'

const journey = await startJourney({ env: { SITEWATCH_MIN_INTERVAL_SECONDS: '30' } })
const { app } = journey
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-import-'))
afterAll(() => rmSync(folder, { recursive: true }))
const DATABASE = path.join(folder, 'kuma.db')
writeKumaDatabase(DATABASE)

describe('importing monitors', () => {
  it('reads a CSV export of UptimeRobot, and explains what to do with a file that is too large or of another format', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/monitors/import', cookie: await app.makeSession(user.id) })
    const { page } = visit
    const large = path.join(folder, 'large.db')
    writeFileSync(large, Buffer.alloc(6 * 1024 * 1024 + 1))
    await page.getByLabel('File').setInputFiles(large)
    await page.getByRole('alert').getByText('The file is larger than 6 MiB.').waitFor()
    await page.getByRole('region', { name: 'Command' }).getByText('.dump monitor').waitFor()
    await page.getByLabel('Import from').selectOption('UptimeRobot')
    const csv = path.join(folder, 'monitors.csv')
    writeFileSync(csv, 'Type,Friendly Name,URL\nHTTP,Blog,https://blog.example.com/\nHTTP,"Broken,x\n')
    await page.getByLabel('File').setInputFiles(csv)
    await page.getByText('1 monitor will be created · 1 line skipped').waitFor()
    await page.getByRole('button', { name: 'Import 1 monitor' }).click()
    await page.getByRole('link', { name: 'Show monitors' }).click()
    await page.getByRole('link', { name: 'Blog' }).first().waitFor()
    expect(visit.pageErrors).toEqual([])
  })
})
