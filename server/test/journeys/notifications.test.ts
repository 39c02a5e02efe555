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
  it('are added with a test before they are saved, and tested again after', async () => {
    const { user, cookie } = await makeOwner(app)
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

  it('list failed deliveries, which can be retried', async () => {
    const { user, cookie } = await makeOwner(app)
    await makeFailedDelivery(app, user)
    const visit = await journey.open({ at: '/notifications', cookie })
    await visit.page.getByText('1 delivery failed.').waitFor()
    await visit.page.getByRole('link', { name: 'Delivery log' }).click()
    await visit.page.getByRole('button', { name: 'Retry' }).waitFor()
    const failed = visit.page.getByRole('row').filter({ hasText: 'Till' })
    expect(await failed.innerText()).toMatch(/Failed\s*no_service/)
    await visit.expectNoErrors('deliveries')
    await visit.page.getByRole('button', { name: 'Retry' }).click()
    await visit.page.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' })
    expect((await app.call('GET', '/api/deliveries', { key: user.key })).body.data[0].status).not.toBe('failed')
    await visit.expectNoErrors()
  })
})

describe('a maintenance window in the dashboard', () => {
  it('is scheduled, changed and deleted', async () => {
    const { cookie } = await makeOwner(app)
    const visit = await journey.open({ at: '/maintenance', cookie })
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
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No maintenance scheduled.').waitFor()
    await visit.expectNoErrors()
  })
})

describe('a status page in the dashboard', () => {
  it('is created, viewed, hidden and deleted', async () => {
    const { user, cookie } = await makeOwner(app)
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
    await page.getByLabel('Label for Shop front').waitFor()
    await page.getByLabel('Custom domain').fill('status.example.org')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'status.example.org is not verified yet' }).waitFor()
    await page.getByText('_sitewatch.status.example.org').waitFor()
    await visit.expectNoErrors('status-page-domain')
    await page.getByLabel('Visibility').selectOption('team')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Team only.').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete status page' }).click()
    await page.getByText('No status pages yet.').waitFor()
    await visit.expectNoErrors()
  })
})
