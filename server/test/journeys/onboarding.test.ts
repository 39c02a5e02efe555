import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { setupCode } from '../../src/identity/accounts/index.ts'
import { atEnd } from '../support/at-end.ts'
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

const VISITOR = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

/** A website of one page on this machine, with the snippet that the person copied. */
async function serveWebsite(snippet: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><head>${snippet}</head><h1>A website</h1>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

it('the onboarding leads by keyboard alone to a counted visit, a monitor and a test alert', async () => {
  const visit = await journey.open({ at: '/' })
  const { page, context } = visit
  visit.allowError(/status of 422/)

  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await visit.expectNoErrors('first-run')
  await visit.write(page.getByLabel('E-mail'), 'owner@example.com')
  await visit.write(page.getByLabel('Password'), 'correct horse battery')
  await visit.write(page.getByLabel('Set-up code'), 'not this one')
  await visit.pressAt(page.getByRole('button', { name: 'Create administrator account' }))
  await page.locator('[aria-invalid=true][name=setup_code]').waitFor()
  await visit.expectNoErrors('first-run-refused')
  await visit.write(page.getByLabel('Set-up code'), setupCode(app.parts.config))
  await visit.pressAt(page.getByRole('button', { name: 'Create administrator account' }))

  await visit.write(page.getByLabel('Website domain or URL'), 'https://localhost/some/page')
  await visit.expectNoErrors('onboarding-website')
  await visit.press('Enter')

  await page.getByText('Waiting for the first visit to localhost').first().waitFor()
  const snippet = (await page.getByRole('region', { name: 'Tracking script for HTML' }).textContent()) ?? ''
  expect(snippet).toMatch(new RegExp(`^<script defer src="${app.base}/t/\\w{16}.js"></script>$`))
  await visit.tabTo(page.getByRole('tab', { name: 'HTML' }))
  await visit.press('ArrowRight', 'ArrowRight')
  await page.getByRole('region', { name: 'Tracking script for WordPress' }).waitFor()
  await visit.pressAt(page.getByRole('button', { name: 'Check installation' }))
  await page.getByText('Checked').waitFor()
  await visit.expectNoErrors('onboarding-snippet')

  const visitor = await context.browser()?.newContext({ userAgent: VISITOR })
  const website = await visitor?.newPage()
  const address = await serveWebsite(snippet.replace('defer', 'defer data-allow-automation'))
  await website?.goto(address)
  await page.getByText('The first visit has arrived.').waitFor()
  await visit.expectNoErrors('onboarding-visited')
  await visit.pressAt(page.getByRole('link', { name: 'Continue' }))

  // The monitor starts with the origin of the first visit, scheme and port included, and can be changed.
  const watched = page.getByLabel('URL to check')
  await watched.waitFor()
  expect(await watched.inputValue()).toBe(address)
  await visit.tabTo(watched)
  await visit.press('End')
  await page.keyboard.type('shop')
  await visit.expectNoErrors('onboarding-watch')
  await visit.press('Enter')
  await page.getByRole('heading', { name: 'Choose who is alerted' }).waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('owner@example.com')
  await page.getByText('SMS needs SITEWATCH_SMS_ACCOUNT_SID').waitFor()
  expect(await page.getByRole('option', { name: 'SMS' }).count()).toBe(0)
  await visit.expectNoErrors('onboarding-alert')
  await visit.pressAt(page.getByRole('button', { name: 'Send a test alert' }))
  await smtp.waitFor('owner@example.com')
  await page.getByText('Test notification sent.').waitFor()
  await visit.expectNoErrors('onboarding-tested')
  await visit.pressAt(page.getByRole('button', { name: 'Finish' }))
  await page.getByRole('navigation', { name: 'Main' }).waitFor()

  const { rows } = await app.database.admin.query(`
    select m.url, w.domain, w.privacy, a.enabled, u.is_administrator
    from sitewatch.monitors m join sitewatch.websites w on w.id = m.website_id
    join sitewatch.assignments a on a.monitor_id = m.id join sitewatch.users u on u.id = m.team_id`)
  expect(rows).toEqual([
    { url: `${address}shop`, domain: 'localhost', privacy: 1, enabled: true, is_administrator: true },
  ])
})
