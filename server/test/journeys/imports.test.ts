import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startWorkerRole } from '../../src/roles/worker.ts'
import { makePlausibleExport } from '../analytics/imports/plausible.ts'
import { registryOf } from '../analytics/websites/websites.ts'
import { atEnd } from '../support/at-end.ts'
import { startJourney } from './journey.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: path.join(folder, 'data') } })
const { app } = journey
const worker = await startWorkerRole(app.parts)
atEnd(() => worker.stop())

it('the import of a Plausible export shows its days and what they are missing from, and can be undone', async () => {
  const user = await app.makeUser()
  const { id } = await registryOf(app, user).make()
  const file = path.join(folder, 'example_com.zip')
  writeFileSync(file, makePlausibleExport({ from: 20, to: 1, breakEvery: 15 }))
  const visit = await journey.open({
    at: `/websites/${id}/settings?tab=import`,
    cookie: await app.makeSession(user.id),
  })
  const { page } = visit
  await page.getByLabel('File').setInputFiles(file)
  await visit.expectNoErrors('import-form')
  await page.getByRole('button', { name: 'Start import' }).click()
  const table = page.getByRole('table', { name: 'Imports' })
  await table.getByText('Imported', { exact: true }).waitFor()
  await table.getByText('16 broken lines').click()
  await table
    .getByText(/line 16: It has 1 cells/)
    .first()
    .waitFor()
  await visit.expectNoErrors('import-list')

  await page.getByRole('link', { name: /^←/ }).click()
  await page.getByText('Includes imported statistics.').waitFor()
  await page.getByText('/a, "b"').first().waitFor()
  await page.goto(`${new URL(page.url()).origin}/websites/${id}?filters=${encodeURIComponent('["is","country","DE"]')}`)
  await page.getByText('Imported statistics are left out: they cannot be filtered.').waitFor()

  await page.goto(`${new URL(page.url()).origin}/websites/${id}/settings?tab=import`)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await table.waitFor({ state: 'detached' })
  expect(visit.pageErrors).toEqual([])
})
