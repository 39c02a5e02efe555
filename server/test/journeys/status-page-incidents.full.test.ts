import { describe, it } from 'vitest'
import { startJourney } from './journey.ts'
import { makeStatusPage } from './status-page-owner.ts'

const journey = await startJourney({ env: { SITEWATCH_RATE_LIMIT_PER_MINUTE: '100000' } })
const { app } = journey

describe('an incident on a status page', () => {
  it('renders without errors for a visitor, open and past', async () => {
    const { make, id, slug, monitor_id } = await makeStatusPage(app)
    const path = `/api/status-pages/${id}/incidents`
    const components = [{ monitor_id, state: 'partial_outage' }]
    const incident = await make(path, { title: 'Payments fail', body: 'We look into failing payments.', components })
    await journey.expectScreens('public-incident', { at: `/s/${slug}` }, ({ page }) =>
      page.getByText('We look into failing payments.').waitFor(),
    )
    await make(`${path}/${incident}/updates`, { status: 'resolved', body: 'Payments work again.' })
    await journey.expectScreens('public-status-past', { at: `/s/${slug}` }, ({ page }) =>
      page.getByRole('heading', { name: 'Past incidents and maintenance' }).waitFor(),
    )
  })

  it('can be maintenance, which is scheduled, edited and listed', async () => {
    const { cookie, id, slug } = await makeStatusPage(app)
    const visit = await journey.open({ at: `/status-pages/${id}/incidents`, cookie })
    const { page } = visit
    await page.getByRole('link', { name: 'Announce maintenance' }).click()
    await page.getByLabel('Title').fill('Database upgrade')
    await page.getByLabel('Message').fill('We are away for an hour.')
    await page.getByLabel('Checkout', { exact: true }).selectOption('Under maintenance')
    await visit.expectNoErrors('page-maintenance-new')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('dialog').getByLabel('Title').fill('Large database upgrade')
    await visit.expectNoErrors('page-maintenance-edit')
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Large database upgrade' }).waitFor()
    await journey.expectScreens('page-incidents', { at: `/status-pages/${id}/incidents`, cookie }, (look) =>
      look.page.getByRole('link', { name: 'Large database upgrade' }).waitFor(),
    )
    await journey.expectScreens('public-status-maintenance', { at: `/s/${slug}` }, (look) =>
      look.page.getByRole('link', { name: 'Large database upgrade' }).waitFor(),
    )
  })
})
