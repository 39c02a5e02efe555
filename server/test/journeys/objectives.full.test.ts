import { describe, expect, it } from 'vitest'
import { makeMonitor } from '../team/uptime-reports/reporting.ts'
import { evaluate, makeBurning } from './burning-monitor.ts'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey

describe('objectives in the dashboard', () => {
  it('are added for a monitor or website found by search among many', async () => {
    const user = await app.makeUser()
    for (let n = 0; n < 60; n++) await makeMonitor(app, user, { friendly_name: `Branch ${n}` })
    await app.call('POST', '/api/v1/websites', { key: user.key, json: { domain: 'branch.example.com' } })
    const visit = await journey.open({ at: '/objectives', cookie: await app.makeSession(user.id) })
    const { page } = visit
    await page.getByRole('button', { name: 'Add objective' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Showing 51 of 61 monitors and websites. Search to find the others.').waitFor()
    await dialog.getByLabel('Name').fill('Branch')
    visit.allowError(/status of 422/)
    await dialog.getByRole('button', { name: 'Add objective' }).click()
    await dialog.getByText(/^Choose a monitor or a website:/).waitFor()
    for (const text of ['Website: branch.example.com', 'Monitor: Branch 59']) {
      await dialog.getByRole('searchbox').fill(text.replace(/^\w+: /, ''))
      await dialog.getByRole('radio', { name: text, exact: true }).check()
    }
    await visit.expectNoErrors('objectives-form-search')
    await dialog.getByRole('button', { name: 'Add objective' }).click()
    await page.getByRole('heading', { level: 1, name: 'Branch' }).waitFor()
    const [saved] = (await app.call('GET', '/api/objectives', { key: user.key })).body.data
    expect(saved).toMatchObject({ name: 'Branch', website_id: null })
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByRole('radio', { name: 'Monitor: Branch 59', exact: true }).waitFor()
    expect(await dialog.getByRole('radio', { name: 'Monitor: Branch 59', exact: true }).isChecked()).toBe(true)
  })

  it('are shown on the overview and in the report', async () => {
    const { user, shop, cookie } = await makeBurning(app)
    const json = { name: 'Shop is up', monitor_id: shop }
    await app.call('POST', '/api/objectives', { key: user.key, json })
    await evaluate(app)
    const visit = await journey.open({ at: '/', cookie })
    await visit.page.getByText('1 objective is at risk.').waitFor()
    await visit.page.goto(new URL(`/uptime-reports?monitor_id=${shop}`, visit.page.url()).href)
    await visit.page.getByRole('table', { name: 'Objectives now' }).getByText('Shop is up').waitFor()
    expect(visit.pageErrors).toEqual([])
  })
})
