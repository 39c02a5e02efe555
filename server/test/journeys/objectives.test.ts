import { describe, expect, it } from 'vitest'
import { evaluate, makeBurning } from './burning-monitor.ts'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey

describe('objectives in the dashboard', () => {
  it('are added from a monitor, show the budget and its burn, and are changed and deleted', async () => {
    const { user, shop, cookie } = await makeBurning(app)
    const visit = await journey.open({ at: `/monitors/${shop}`, cookie })
    const { page } = visit
    await page.getByRole('main').getByRole('link', { name: 'Objectives', exact: true }).click()
    await page.getByText('No objectives yet.').waitFor()
    await page.getByRole('button', { name: 'Add objective' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Shop is up')
    expect(await dialog.getByRole('radio', { name: 'Monitor: Harbour Coffee shop' }).isChecked()).toBe(true)
    await visit.expectNoErrors('objectives-form')
    await dialog.getByRole('button', { name: 'Add objective' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shop is up' }).waitFor()
    await page.getByRole('figure', { name: 'Error budget left' }).waitFor()
    await page.getByText('At risk').waitFor()
    await page.getByText(/13\smin.* of 43\smin.* left/).waitFor()

    await evaluate(app)
    await page.reload()
    await page.getByText('Fast burn', { exact: true }).waitFor()
    await page.getByText('Show as table').click()
    await page
      .getByText(/fast burn, 16\d×/)
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'Edit' }).click()
    // A colleague changes the window meanwhile, and the page behind the dialog shows it.
    const [{ id }] = (await app.call('GET', '/api/objectives', { key: user.key })).body.data
    await app.call('PATCH', `/api/objectives/${id}`, { key: user.key, json: { window_days: 90 } })
    await page.getByText(/99\.9\s% of the time in 90 days/).waitFor()
    await dialog.getByLabel('Target (%)').fill('99')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/99\s% of the time in 90 days/).waitFor()
    await page.getByText(/of 21\sh 36\smin left/).waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete objective' }).click()
    await page.getByText('No objectives yet.').waitFor()
    expect(visit.pageErrors).toEqual([])
  })
})
