import { describe, it } from 'vitest'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'
import { makeGroupedPage } from './status-page-owner.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({ env: { SMTP_URL: smtp.url }, roles: ['worker'] })
const { app } = journey

describe('a subscription to a status page', () => {
  it('renders without errors, on a page with groups and an accent colour and on its password form', async () => {
    const { slug } = await makeGroupedPage(app, { description: 'What we run' })
    await journey.expectScreens('status-page-grouped', { at: `/s/${slug}` }, async ({ page }) => {
      for (const summary of await page.locator('summary').all()) await summary.click()
      await page.getByRole('heading', { name: 'For developers' }).waitFor()
    })
    const locked = await makeGroupedPage(app, { visibility: 'password', password: 'open sesame' })
    await journey.expectScreens('status-page-password', { at: `/s/${locked.slug}` }, (visit) =>
      visit.page.getByLabel('Password').waitFor(),
    )
    const visit = await journey.open({ at: `/s/${locked.slug}` })
    visit.allowError(/status of 403/)
    const { page } = visit
    await visit.write(page.getByLabel('Password'), 'wrong')
    await visit.press('Enter')
    await page.getByRole('alert').waitFor()
    await visit.expectNoErrors()
    await visit.write(page.getByLabel('Password'), 'open sesame')
    await visit.press('Enter')
    await page.getByRole('heading', { name: 'Acme status' }).waitFor()
    await visit.expectNoErrors()
  })
})
