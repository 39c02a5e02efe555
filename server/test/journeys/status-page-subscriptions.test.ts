import { describe, expect, it } from 'vitest'
import { type Mail, startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'
import { makeGroupedPage } from './status-page-owner.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({ env: { SMTP_URL: smtp.url }, roles: ['worker'] })
const { app } = journey
/** A PNG image of one pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

const linkIn = ({ source }: Mail): string =>
  /https?:\/\/[^\s<>"]+\/subscriptions\/[\w-]+/.exec(source.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? ''

describe('a subscription to a status page', () => {
  it('is requested for chosen components, confirmed from the mail, changed and ended, with the keyboard alone', async () => {
    const { slug, id, user } = await makeGroupedPage(app)
    const email = `reader-${id}@example.com`
    const visit = await journey.open({ at: `/s/${slug}`, look: 'narrow-dark' })
    const { page } = visit
    await visit.write('input[name=email]', email)
    await visit.pressAt(page.locator('section summary', { hasText: 'Choose components' }))
    await visit.pressAt(page.getByRole('checkbox', { name: 'Shop' }).first(), 'Space')
    await visit.expectNoErrors('status-page-subscribe-narrow-dark')
    await page.locator('input[name=email]').focus()
    await visit.pressAt(page.locator('section').getByRole('button', { name: 'Subscribe' }))
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await visit.expectNoErrors()
    await page.goto(linkIn(await smtp.waitFor(email)))
    await visit.expectNoErrors('status-page-confirm-narrow-dark')
    await visit.pressAt(page.getByRole('button', { name: 'Confirm subscription' }))
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
    await visit.pressAt(page.getByRole('link', { name: 'Manage subscription' }))
    await page.getByRole('heading', { name: 'Manage subscription' }).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Shop' }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: 'For developers: API' }).isChecked()).toBe(true)
    await visit.pressAt(page.getByRole('checkbox', { name: 'For developers: API' }), 'Space')
    await visit.pressAt(page.getByRole('button', { name: 'Save' }))
    await page.getByText('Saved').waitFor()
    await visit.expectNoErrors('status-page-manage-narrow-dark')
    const read = () => app.call('GET', `/api/status-pages/${id}/subscribers`, { key: user.key })
    expect((await read()).body.data).toMatchObject([{ name: email, monitor_ids: [expect.any(Number)] }])
    await visit.pressAt(page.getByRole('button', { name: 'Unsubscribe' }))
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    expect((await read()).body.data).toEqual([])
  })
})

describe('the appearance and the subscribers of a status page in the dashboard', () => {
  it('are edited: a password, an accent colour, groups and a logo are set, and a subscriber is removed', async () => {
    const { id, cookie, slug } = await makeGroupedPage(app, { accent_color: null })
    await app.database.admin.query(
      `insert into status_subscribers (team_id, status_page_id, email, confirmed_at)
       select team_id, id, 'subscribed@example.com', now() from status_pages where id = $1`,
      [id],
    )
    const visit = await journey.open({ at: `/status-pages/${id}`, cookie })
    const { page } = visit
    await page.getByLabel('Group of Shop').fill('Customers')
    await page.getByLabel('Visibility').selectOption('password')
    await page.getByLabel('Password', { exact: true }).fill('open sesame')
    await page.getByLabel('Custom accent color').check()
    await page.getByLabel('Accent color', { exact: true }).fill('#00aa55')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Password-protected.').waitFor()
    const read = async () => (await app.call('GET', `/api/status-pages/${id}`, { cookie })).body.data
    expect(await read()).toMatchObject({ visibility: 'password', has_password: true, accent_color: '#00aa55' })
    expect((await read()).monitors[0]).toMatchObject({ group: 'Customers' })
    visit.allowError(/status of 422/)
    await page.getByLabel('Upload logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await page.getByText('must be a PNG, JPEG or WebP file').first().waitFor()
    await page.getByLabel('Upload logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: LOGO,
    })
    await page.getByRole('img', { name: 'Current logo' }).waitFor()
    await visit.expectNoErrors('status-page-look')
    await page.getByText('subscribed@example.com').waitFor()
    await page.getByRole('button', { name: 'Remove subscribed@example.com' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove subscriber' }).click()
    await page.getByText('No subscribers yet.').waitFor()
    expect((await app.call('GET', `/s/${slug}/logo`, { cookie })).status).toBe(200)
  })
})
