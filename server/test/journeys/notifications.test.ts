import { describe, expect, it } from 'vitest'
import type { TestUser } from '../support/app.ts'
import { reportFigure } from '../support/report.ts'
import { gatewaySettings, startHttpSink } from '../support/sinks.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'

const sink = await startHttpSink()
const smtp = await startSmtpSink()
const journey = await startJourney({ env: gatewaySettings(sink, smtp.url) })
const { app } = journey

async function makeOwner() {
  const user = await app.makeUser()
  return { user, cookie: await app.makeSession(user.id) }
}

/** A provider, and an alert about a monitor that it could not deliver. */
async function makeFailedDelivery({ id, key }: TestUser): Promise<{ provider_id: number; incident_id: number }> {
  const provider = await app.call('POST', '/api/providers', {
    key,
    json: { provider_type: 'slack', webhook_url: `${sink.url}/services/dead`, name: 'Dead chat' },
  })
  const monitor = await app.call('POST', '/api/monitors', {
    key,
    json: { friendly_name: 'Till', url: 'https://example.com/', is_active: false },
  })
  const provider_id: number = provider.body.data.id
  const { rows } = await app.database.admin.query(
    `with incident as (
       insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
       values ($1, $2, 'timeout', 'no answer', now() - interval '9 minutes', now() - interval '8 minutes') returning id)
     insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, status, last_error)
     select $1, id, $2, $3, 'opened', 'failed', 'no_service' from incident returning incident_id`,
    [id, monitor.body.data.id, provider_id],
  )
  return { provider_id, incident_id: Number((rows[0] as { incident_id: string }).incident_id) }
}

describe('notification providers in the dashboard', () => {
  it('are added with a test before they are saved, and tested again after', async () => {
    const { user, cookie } = await makeOwner()
    const visit = await journey.open({ at: '/notifications', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByRole('link', { name: /^Slack/ }).click()
    await page.getByLabel('Webhook URL').fill(`${sink.url}/services/refuses`)
    await page.locator('input[name=name]').fill('Ops chat')
    sink.on('/services/refuses', () => ({ status: 403, body: 'invalid_token' }))
    await page.getByRole('button', { name: 'Send a test first' }).click()
    await page
      .getByRole('alert')
      .getByText(/invalid_token/)
      .waitFor()
    sink.on('/services/refuses', () => ({ status: 200, body: 'ok' }))
    await page.getByRole('button', { name: 'Send a test first' }).click()
    await page.getByText('Nothing is saved yet.').waitFor()
    expect((await app.call('GET', '/api/providers', { key: user.key })).body.data).toEqual([])
    await visit.expectNoErrors('provider-tried')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByText('Ops chat added.').waitFor()
    // The first provider is the default for new monitors unless the box is unticked.
    const [first] = (await app.call('GET', '/api/providers', { key: user.key })).body.data
    expect(first).toMatchObject({ name: 'Ops chat', is_default: true })
    sink.on('/services/refuses', () => ({ status: 403, body: 'invalid_token' }))
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page
      .getByRole('alert')
      .getByText(/invalid_token/)
      .waitFor()
    await visit.expectNoErrors('provider-test-failed')
    sink.on('/services/refuses', () => ({ status: 200, body: 'ok' }))
    await page.getByRole('button', { name: 'Send another test' }).click()
    await page.getByText('Test notification sent.').waitFor()
    await visit.expectNoErrors('provider-test-sent')
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('cell', { name: /Delivered/ }).waitFor()
    await page.getByRole('link', { name: /^E-mail/ }).click()
    expect(await page.getByRole('checkbox', { name: 'Default for new monitors' }).isChecked()).toBe(false)
  })

  it('are added, tested, assigned to a monitor, changed and deleted with the keyboard alone', async () => {
    const { user, cookie } = await makeOwner()
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
    const { user, cookie } = await makeOwner()
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

  it('list failed deliveries, which can be retried', async () => {
    const { user, cookie } = await makeOwner()
    const { key } = user
    const { provider_id } = await makeFailedDelivery(user)
    await app.call('POST', '/api/providers', {
      key,
      json: { provider_type: 'email', recipient_email: 'the.night.shift@example.com' },
    })
    await journey.expectScreens('notifications', { at: '/notifications', cookie }, async ({ page }) => {
      await page.getByText('1 delivery failed.').waitFor()
      await page.getByText('the.night.shift@example.com', { exact: true }).waitFor()
    })
    await journey.expectScreens('provider', { at: `/notifications/${provider_id}`, cookie }, async ({ page }) => {
      await page.getByRole('heading', { name: 'Latest deliveries' }).waitFor()
      await page.getByText('no_service').waitFor()
    })
    const visit = await journey.open({ at: '/notifications/deliveries?status=failed', cookie, look: 'narrow-light' })
    await visit.page.getByRole('button', { name: 'Retry' }).waitFor()
    const failed = visit.page.getByRole('row').filter({ hasText: 'Till' })
    expect(await failed.innerText()).toMatch(/Failed\s*no_service/)
    await visit.expectNoErrors('deliveries')
    await visit.tabTo('button:has-text("Retry")')
    await visit.press('Enter')
    await visit.page.getByText('No failed deliveries.').waitFor()
    expect((await app.call('GET', '/api/deliveries', { key })).body.data[0].status).not.toBe('failed')
    await visit.expectNoErrors()
  })

  it('are all listed, and named in the delivery log and in incidents, when a team has more than 100', async () => {
    const { user, cookie } = await makeOwner()
    const { incident_id } = await makeFailedDelivery(user)
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

describe('a maintenance window in the dashboard', () => {
  it('is scheduled, changed and deleted', async () => {
    const { cookie } = await makeOwner()
    const visit = await journey.open({ at: '/maintenance', cookie, look: 'wide-dark' })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByRole('button', { name: 'Schedule maintenance' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule maintenance' }).click()
    await page.locator('dialog [aria-invalid=true][name=name]:focus').waitFor()
    await page.getByLabel('Name').fill('Database upgrade')
    await visit.expectNoErrors('maintenance-form')
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule maintenance' }).click()
    await page.getByRole('cell', { name: /Database upgrade.*in progress/ }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Repeats').selectOption('weekly')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('cell', { name: /every week/ }).waitFor()
    await journey.expectScreens('maintenance', { at: '/maintenance', cookie }, (other) =>
      other.page.getByRole('table').waitFor(),
    )
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No maintenance scheduled.').waitFor()
    await visit.expectNoErrors()
  })
})

describe('a maintenance window with the keyboard alone', () => {
  it('is scheduled, changed and cancelled, and the focus returns each time', async () => {
    const { cookie } = await makeOwner()
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
    const { user, cookie } = await makeOwner()
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

  it('appears as a live update when it is created with the API', async () => {
    const { user, cookie } = await makeOwner()
    const { page } = await journey.open({ at: '/status-pages', cookie })
    await page.getByText('No status pages yet.').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const { body } = await app.call('POST', '/api/status-pages', { key: user.key, json: { name: 'From a script' } })
    const began = performance.now()
    await expect.poll(() => page.getByRole('link', { name: 'From a script' }).count()).toBe(1)
    reportFigure(`a status page made by API on screen after ${Math.round(performance.now() - began)} ms`)
    await app.call('DELETE', `/api/status-pages/${body.data.id}`, { key: user.key })
    await page.getByText('No status pages yet.').waitFor()
  })

  it('is created, viewed, hidden and deleted', async () => {
    const { user, cookie } = await makeOwner()
    await app.call('POST', '/api/monitors', {
      key: user.key,
      json: { friendly_name: 'Shop front', url: 'https://example.com/', is_active: false },
    })
    const visit = await journey.open({ at: '/status-pages', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByRole('link', { name: 'Create status page' }).click()
    await page.getByLabel('Name').fill('Example status')
    await page.getByRole('checkbox', { name: 'Shop front' }).check()
    await page.getByRole('button', { name: 'Create status page' }).click()
    await page.getByRole('heading', { name: 'Example status', level: 1 }).waitFor()
    await visit.expectNoErrors('status-page')
    const id = Number(/(\d+)$/.exec(page.url())?.[1])
    await journey.expectScreens('status-page', { at: `/status-pages/${id}`, cookie }, (other) =>
      other.page.getByLabel('Label for Shop front').waitFor(),
    )
    await page.getByLabel('Custom domain').fill('status.example.org')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'status.example.org is not verified yet' }).waitFor()
    await page.getByText('_sitewatch.status.example.org').waitFor()
    await visit.expectNoErrors('status-page-domain')
    await page.getByLabel('Visibility').selectOption('team')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Team only.').waitFor()
    await journey.expectScreens('status-pages', { at: '/status-pages', cookie }, (other) =>
      other.page.getByRole('table').waitFor(),
    )
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete status page' }).click()
    await page.getByText('No status pages yet.').waitFor()
    await visit.expectNoErrors()
  })
})
