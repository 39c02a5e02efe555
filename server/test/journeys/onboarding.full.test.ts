import { expect, it } from 'vitest'
import { startHttpSink } from '../support/sinks.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({
  env: {
    SMTP_URL: smtp.url,
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8,::1/128',
    SITEWATCH_ALLOW_SINGLE_LABEL_DOMAINS: '1',
  },
  roles: ['worker'],
})
const { app } = journey
/** Without mail and SMS. */
const withoutGateways = await startJourney({ env: { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8,::1/128' } })

it('the onboarding offers only configured channels, stores no provider whose test failed, and creates nothing twice', async () => {
  const sink = await startHttpSink()
  const user = await withoutGateways.app.makeUser()
  const cookie = await withoutGateways.app.makeSession(user.id)
  const json = { friendly_name: 'Shop', url: 'https://shop.example/', is_active: false }
  const monitor_id = (await withoutGateways.app.call('POST', '/api/monitors', { key: user.key, json })).body.data
    .id as number
  const list = async (path: string): Promise<unknown[]> =>
    (await withoutGateways.app.call('GET', path, { key: user.key })).body.data
  const at = `/welcome?step=alert&monitor=${monitor_id}`

  const visit = await withoutGateways.open({ at, cookie, look: 'narrow-dark' })
  const { page } = visit
  visit.allowError(/status of 422/)
  await page.getByText('E-mail needs SMTP_URL').waitFor()
  expect(await page.getByRole('option', { name: 'E-mail' }).count()).toBe(0)
  await page.getByLabel('Send alerts by').selectOption('webhook')
  expect(await page.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await page.getByLabel('URL').fill(`${sink.url}/hook`)
  sink.on('/hook', () => ({ status: 410, body: 'gone' }))
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await page.getByRole('alert').getByText(/410/).waitFor()
  expect(await list('/api/providers')).toEqual([])
  await visit.expectNoErrors('onboarding-alert-failed')

  sink.on('/hook', () => ({ status: 200, body: 'ok' }))
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await page.getByText('Test notification sent.').waitFor()
  await visit.expectNoErrors('onboarding-alert-webhook')
  expect(await list('/api/providers')).toMatchObject([{ provider_type: 'webhook', is_default: true }])

  await page.goto(withoutGateways.app.base + at)
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await page.getByText('Test notification sent.').waitFor()
  expect(await list('/api/providers')).toHaveLength(1)
  expect(await list(`/api/monitors/${monitor_id}/notifications`)).toMatchObject([{ enabled: true }])
})

it('the onboarding reuses an e-mail provider when the step is repeated with the same address', async () => {
  const user = await app.makeUser()
  const cookie = await app.makeSession(user.id)
  const at = '/welcome?step=alert'
  const visit = await journey.open({ at, cookie })
  const { page } = visit
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await page.getByText('Test notification sent.').waitFor()
  await page.goto(app.base + at)
  await page.getByLabel('Send alerts by').selectOption('email')
  expect(await page.getByLabel('Address').inputValue()).toBe(user.email)
  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await page.getByText('Test notification sent.').waitFor()
  expect((await app.call('GET', '/api/providers', { key: user.key })).body.data).toHaveLength(1)
})
