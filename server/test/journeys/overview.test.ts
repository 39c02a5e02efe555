import { describe, expect, it } from 'vitest'
import { makeFolder } from '../analytics/stats/context.ts'
import { startJourney } from './journey.ts'
import { makeBusyUser, setMonitorState } from './overview-states.ts'

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
const { app } = journey
const admin = (statement: string, values: unknown[]) => app.database.admin.query(statement, values)

describe('the overview', () => {
  it('shows outages and their impact first, from where one is acknowledged, and updates itself', async () => {
    const user = await makeBusyUser(app)
    await admin(`update monitors set is_active = true where team_id = $1 and friendly_name = 'Shop'`, [user.id])
    const cookie = await app.makeSession(user.id)
    const visit = await journey.open({ at: '/', cookie })
    const { page } = visit
    const broken = page.getByRole('region', { name: 'Down now' })
    await broken.getByRole('link', { name: 'Shop' }).waitFor()
    await broken.getByText('57', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Websites' }).getByText('harbour-coffee.example').first().waitFor()
    await page.getByRole('heading', { name: 'Recent incidents' }).waitFor()
    await page.getByText(/^\d certificates? expires? soon\.$/).waitFor()
    await page.getByText('1 domain registration expires soon.').waitFor()

    await broken.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('Calling the host')
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText(`Acknowledged by ${user.email}`).waitFor()
    await page.getByRole('button', { name: 'Favourite: fieldnotes.example' }).click()
    await expect
      .poll(async () => (await app.call('GET', '/api/v1/websites?favorite=1', { cookie })).body.meta.total)
      .toBe(2)

    await page.getByText('Live', { exact: true }).waitFor()
    await setMonitorState(app, user.id)
    await admin(
      `update incidents set resolved_at = now(), resolution = 'recovered' where team_id = $1 and resolved_at is null`,
      [user.id],
    )
    await page.getByText('No monitors are down.').waitFor()
    await visit.expectNoErrors('overview-calm')
  })

  it('starts with a single input field', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/', cookie: await app.makeSession(user.id) })
    await visit.page.getByLabel('Website domain or URL').fill('https://www.new.example.com/some/page')
    await visit.press('Enter')
    await visit.page.getByRole('heading', { level: 1, name: 'new.example.com' }).waitFor()
    await visit.page.getByText('Waiting for the first visit to new.example.com').waitFor()
    await visit.expectNoErrors('website-empty')
  })

  it('does not report success when no checks are running', async () => {
    const user = await app.makeUser()
    const json = { friendly_name: 'Shop', url: 'https://example.com/' }
    await app.call('POST', '/api/monitors', { key: user.key, json })
    await setMonitorState(app, user.id, { unknown: 'offline', unobserved_since: Date.now() - 600_000 })
    const { page } = await journey.open({ at: '/', cookie: await app.makeSession(user.id) })
    await page.getByRole('table', { name: 'Monitors without a website' }).waitFor()
    await page.getByText('No checks are running.').waitFor()
    await page.getByRole('cell', { name: 'Not checked' }).waitFor()
    expect(await page.getByText('No monitors are down.').count()).toBe(0)
  })
})
