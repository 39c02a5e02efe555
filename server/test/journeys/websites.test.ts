import { describe, expect, it } from 'vitest'
import { makeFolder } from '../analytics/stats/context.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder(), SMTP_URL: smtp.url } })
const { app } = journey

describe('the list of websites', () => {
  it('gets a new website, and is searched', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/websites', cookie: await app.makeSession(user.id) })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByText('No websites yet.').waitFor()
    await visit.expectNoErrors('websites-empty')
    await page.getByRole('button', { name: 'Add website' }).click()
    await page.getByLabel('Website domain or URL').fill('not a domain')
    await visit.press('Enter')
    await page.locator('[aria-invalid=true]').waitFor()
    await visit.expectNoErrors()
    await page.getByLabel('Website domain or URL').fill('added.example.com')
    await visit.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'added.example.com' }).waitFor()
    await page.goto(`${app.base}/websites?search=nothing`)
    await page.getByText('No results.').waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('link', { name: 'added.example.com', exact: true }).waitFor()
    await visit.expectNoErrors()
  })
})

describe('the settings of a website', () => {
  it('are changed, previewed, sent and deleted', async () => {
    const user = await app.makeUser()
    await app.call('POST', '/api/v1/websites', { key: user.key, form: { domain: 'set.example.com' } })
    const { body } = await app.call('GET', '/api/v1/websites', { key: user.key })
    const { id } = body.data[0] as { id: number }
    const read = async () => (await app.call('GET', `/api/v1/websites/${id}`, { key: user.key })).body.data
    const visit = await journey.open({ at: `/websites/${id}/settings`, cookie: await app.makeSession(user.id) })
    const { page } = visit
    visit.allowError(/status of (422|404)/)
    const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
    await openTab('Sharing')
    const sharing = page.getByRole('form', { name: 'Sharing' })
    await sharing.getByLabel('Visibility').selectOption('2')
    await sharing.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid=true][name=password]').waitFor()
    await sharing.getByLabel('Password').fill('open sesame')
    await visit.press('Enter')
    await expect.poll(read).toMatchObject({ privacy: 2, has_password: true })
    await openTab('General')
    const general = page.getByRole('form', { name: 'General' })
    await general.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await general.getByRole('button', { name: 'Save' }).click()
    await expect.poll(read).toMatchObject({ timezone: 'Asia/Tokyo' })
    await openTab('Tracking')
    const tracking = page.getByRole('form', { name: 'Tracking' })
    await tracking.getByLabel('Excluded IP addresses').fill('203.0.113.0/24\nnonsense')
    await tracking.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid=true][name=exclude_ips]').waitFor()
    await tracking.getByLabel('Excluded IP addresses').fill('203.0.113.0/24')
    await tracking.getByLabel('Data retention (days)').fill('90')
    await tracking.getByLabel('Exclude bots').uncheck()
    await tracking.getByRole('button', { name: 'Save' }).click()
    await expect.poll(read).toMatchObject({
      exclude_ips: '203.0.113.0/24',
      retention_days: 90,
      exclude_bots: 0,
    })
    await app.database.admin.query(
      `insert into report_sends (team_id, user_id, website_id, kind, starts_on, ends_on, recipient, status, reason, due_at, next_try_at)
       values ($1, $1, $2, 'weekly', '2026-01-05', '2026-01-11', $3, 'failed', 'The mail server responded 550.', now(), now())`,
      [user.id, id, user.email],
    )
    await openTab('Reports')
    await page.getByLabel(/^Send me weekly/).check()
    await expect.poll(read).toMatchObject({ email: 1 })
    const due = page.getByRole('table', { name: 'Report delivery log' })
    await due.getByText('The mail server responded 550.').waitFor()
    expect(await due.getByRole('row').allTextContents()).toHaveLength(2)
    await visit.expectNoErrors('website-report-sends')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByText('View statistics').waitFor()
    await page.getByRole('button', { name: 'Text' }).click()
    await page.getByRole('region', { name: 'Report as plain text' }).waitFor()
    await visit.expectNoErrors('website-report-text')
    await page.getByRole('button', { name: 'Send test report' }).click()
    await smtp.waitFor(user.email)
    await visit.press('Escape')
    await openTab('Danger zone')
    await page.getByRole('button', { name: 'Delete website' }).click()
    await visit.screenshot('website-delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete website' }).click()
    await page.getByText('No websites yet.').waitFor()
    expect((await app.call('GET', `/api/v1/websites/${id}`, { key: user.key })).status).toBe(404)
    await visit.expectNoErrors()
  })
})
