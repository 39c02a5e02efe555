import { mkdtempSync, rmSync } from 'node:fs'
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
  it('shows a preview of kuma.db, imports it once, and finds nothing to import the second time', async () => {
    const user = await app.makeUser()
    const total = async () => (await app.call('GET', '/api/monitors', { key: user.key })).body.meta.total
    const visit = await journey.open({ at: '/monitors', cookie: await app.makeSession(user.id) })
    const { page } = visit
    await page.getByRole('link', { name: 'Import monitors' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Import monitors' }).waitFor()
    await page.getByLabel('File').setInputFiles(DATABASE)
    await page.getByText('7 monitors will be created').waitFor()
    const lines = page.getByRole('table', { name: 'Lines of the file' }).getByRole('row')
    expect(await lines.count()).toBe(12)
    expect(await lines.nth(3).textContent()).toContain('The interval was raised from 20 to 30 seconds.')
    expect(await lines.nth(9).textContent()).toContain('Skip: Type not supported')
    expect(await page.getByRole('table', { name: 'Notifications of the file' }).textContent()).toContain('telegram')
    await visit.expectNoErrors('monitor-import-preview')
    expect(await total()).toBe(0)

    await page.getByRole('button', { name: 'Import 7 monitors' }).click()
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    expect(await total()).toBe(7)
    await lines.nth(2).getByRole('link', { name: 'Shop' }).waitFor()

    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByLabel('File').click()])
    await chooser.setFiles(DATABASE)
    await page.getByText('0 monitors will be created').waitFor()
    expect(await lines.nth(2).textContent()).toContain('Skip: Already exists')
    expect(await page.getByRole('button', { name: 'Import 0 monitors' }).getAttribute('aria-disabled')).toBe('true')
    expect(visit.pageErrors).toEqual([])
  })
})
