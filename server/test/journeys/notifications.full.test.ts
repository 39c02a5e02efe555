import { describe, expect, it } from 'vitest'
import { gatewaySettings, startHttpSink } from '../support/sinks.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { makeFailedDelivery } from './failed-delivery.ts'
import { startJourney } from './journey.ts'
import { makeOwner } from './owner.ts'

const sink = await startHttpSink()
const smtp = await startSmtpSink()
const journey = await startJourney({ env: gatewaySettings(sink, smtp.url) })
const { app } = journey

describe('notification providers in the dashboard', () => {
  it('are added, tested, assigned to a monitor, changed and deleted with the keyboard alone', async () => {
    const { user, cookie } = await makeOwner(app)
    await app.call('POST', '/api/monitors', {
      key: user.key,
      json: { friendly_name: 'Till', url: 'https://example.com/', is_active: false },
    })
    const visit = await journey.open({ at: '/notifications', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    sink.on('/services/keys', () => ({ status: 403, body: 'invalid_token' }))
    await visit.pressAt(page.getByRole('link', { name: /^Slack/ }))
    await visit.expectFocus('main')
    await visit.write('input[name=webhook_url]', `${sink.url}/services/keys`)
    await visit.write('input[name=name]', 'Ops chat')
    await visit.press('Enter')
    await page.getByText('Ops chat added.').waitFor()
    await visit.expectFocus('main')
    const test = page.getByRole('button', { name: /^Send a/ })
    await visit.pressAt(test)
    await page
      .getByRole('alert')
      .getByText(/invalid_token/)
      .waitFor()
    sink.on('/services/keys', () => ({ status: 200, body: 'ok' }))
    await visit.expectFocus(test)
    await visit.press('Enter')
    await page.getByText('Test notification sent.').waitFor()
    await visit.pressAt(page.getByRole('link', { name: 'Choose monitors' }))
    await page.getByRole('heading', { name: 'Ops chat', level: 1 }).waitFor()
    const till = page.getByLabel('Till')
    await visit.pressAt(till, 'Space')
    await expect.poll(() => till.isChecked()).toBe(true)
    await visit.expectFocus(till)
    await visit.write('input[name=name]', 'Night chat')
    await visit.pressAt('text=Save changes')
    await page.getByRole('heading', { name: 'Night chat', level: 1 }).waitFor()
    await visit.expectFocus('text=Save changes')
    const remove = page.getByRole('button', { name: 'Delete', exact: true })
    await visit.pressAt(remove)
    await visit.expectFocus('dialog >> text=Cancel')
    await visit.press('Escape')
    await visit.expectFocus(remove)
    await visit.press('Enter')
    await visit.pressAt('dialog >> text=Delete provider')
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
    await visit.expectFocus('main')
    await visit.expectNoErrors()
  })

  it('have switches that change at once, and change back when saving fails', async () => {
    const { user, cookie } = await makeOwner(app)
    const make = async (path: string, json: object): Promise<number> =>
      (await app.call('POST', path, { key: user.key, json })).body.data.id
    const provider_id = await make('/api/providers', {
      provider_type: 'email',
      recipient_email: 'a@example.com',
      name: 'Office',
    })
    const monitor = { url: 'https://example.com/', is_active: false, provider_ids: [] }
    const id = await make('/api/monitors', { ...monitor, friendly_name: 'Till' })
    const visit = await journey.open({ at: `/monitors/${id}`, cookie })
    const { page } = visit
    const office = page.getByLabel('Office')
    await office.waitFor()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/monitors/*/notifications', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await office.click()
    expect(await office.isChecked()).toBe(true)
    await page.getByText('This monitor alerts nobody.').waitFor()
    release()
    await page.getByText('This monitor alerts nobody.').waitFor({ state: 'detached' })
    expect(await office.isChecked()).toBe(true)
    // Deleted by another session, so the change is refused.
    visit.allowError(/status of 404/)
    await page.goto(`${app.parts.config.BASE_URL}/notifications/${provider_id}`)
    const till = page.getByLabel('Till')
    await expect.poll(() => till.isChecked()).toBe(true)
    await page.route('**/api/monitors/*/notifications', (route) =>
      route.continue({ postData: JSON.stringify({ provider_id: 999_999, enabled: false }) }),
    )
    await till.click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => till.isChecked()).toBe(true)
    await visit.expectNoErrors('provider-not-saved')
  })

  it('are all listed, and named in the delivery log and in incidents, when a team has more than 100', async () => {
    const { user, cookie } = await makeOwner(app)
    const { incident_id } = await makeFailedDelivery(app, user)
    for (let n = 1; n <= 100; n++)
      await app.call('POST', '/api/providers', {
        key: user.key,
        json: { provider_type: 'email', recipient_email: `person${n}@example.com` },
      })
    const { page } = await journey.open({ at: '/notifications', cookie })
    const rows = page.getByRole('table', { name: 'Providers' }).getByRole('row')
    await rows.filter({ hasText: 'Dead chat' }).waitFor()
    expect(await rows.count()).toBe(102)
    await page.getByRole('link', { name: 'Delivery log' }).click()
    await page.getByRole('row').filter({ hasText: 'Dead chat' }).waitFor()
    await page.goto(`${app.parts.config.BASE_URL}/incidents/${incident_id}`)
    await page
      .getByRole('main')
      .getByText(/Dead chat/)
      .first()
      .waitFor()
  })
})

describe('a maintenance window with the keyboard alone', () => {
  it('is scheduled, changed and cancelled, and the focus returns each time', async () => {
    const { cookie } = await makeOwner(app)
    const visit = await journey.open({ at: '/maintenance', cookie })
    const { page } = visit
    const announce = page.getByRole('button', { name: 'Schedule maintenance' })
    await visit.pressAt(announce)
    await visit.expectFocus('dialog input[name=name]')
    await page.keyboard.type('Disk swap')
    await visit.press('Enter')
    await page.getByRole('cell', { name: /Disk swap/ }).waitFor()
    await visit.expectFocus(announce)
    const change = page.getByRole('button', { name: 'Edit' })
    await visit.pressAt(change)
    await visit.pressAt('dialog select[name=repeat]', 'ArrowDown')
    await visit.pressAt('dialog >> text=Save changes')
    await page.getByRole('cell', { name: /every day/ }).waitFor()
    await visit.expectFocus(change)
    const remove = page.getByRole('button', { name: 'Delete' })
    await visit.pressAt(remove)
    await visit.expectFocus('dialog >> text=Cancel')
    await visit.press('Escape')
    await visit.expectFocus(remove)
    await visit.press('Enter')
    await visit.pressAt(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await page.getByText('No maintenance scheduled.').waitFor()
    await visit.expectFocus('main')
    await visit.expectNoErrors()
  })
})

describe('a status page in the dashboard', () => {
  it('is created, changed, published and viewed with the keyboard alone', async () => {
    const { user, cookie } = await makeOwner(app)
    await app.call('POST', '/api/monitors', {
      key: user.key,
      json: { friendly_name: 'Shop front', url: 'https://example.com/', is_active: false },
    })
    const visit = await journey.open({ at: '/status-pages', cookie, look: 'narrow-light' })
    const { page } = visit
    await visit.pressAt('a:text-is("Create status page")')
    await visit.expectFocus('main')
    await visit.write('input[name=name]', 'Keys status')
    await visit.pressAt(page.getByLabel('Shop front'), 'Space')
    await visit.tabTo('select[name=visibility]')
    await page.keyboard.type('Team')
    await visit.pressAt('text=Create status page')
    await page.getByText('Team only.').waitFor()
    await visit.write('textarea[name=description]', 'How it goes')
    await visit.tabTo('select[name=visibility]')
    await page.keyboard.type('Public')
    await visit.pressAt('text=Save changes')
    await page.getByText('Public.').waitFor()
    await visit.expectFocus('text=Save changes')
    await visit.pressAt('text=Open page')
    await page.getByText('How it goes').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Keys status' }).waitFor()
    await visit.pressAt(page.getByRole('button', { name: 'Delete' }))
    await visit.pressAt('dialog >> text=Delete status page')
    await page.getByText('No status pages yet.').waitFor()
    await visit.expectFocus('main')
    await visit.expectNoErrors()
  })
})
