import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { findPushDefect, findVapidDefect, openPushBrowser } from '../alerting/notifications/push-service.ts'
import { atEnd } from '../support/at-end.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

/** A local push service, because that of the browser vendor cannot be reached from here. */
const subscribed = openPushBrowser()
const arrived: { path: string; message: string }[] = []
const ended = new Set<string>()
const service = createServer((request, response) => {
  void buffer(request).then((bytes) => {
    const path = request.url ?? ''
    if (ended.has(path)) return response.writeHead(410).end()
    const defect =
      findPushDefect(request.headers, bytes.length) ??
      findVapidDefect(request.headers.authorization, `http://${request.headers.host ?? ''}`)
    if (defect !== null) return response.writeHead(400).end(defect)
    arrived.push({ path, message: subscribed.decrypt(bytes) })
    return response.writeHead(201).end()
  })
}).listen(0, '127.0.0.1')
await once(service, 'listening')
atEnd(() => service.close())
const push_url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const journey = await startJourney({ env: { SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' } })
const { app } = journey

/** Replaces the request to the push service of the browser vendor; everything else is the real browser. */
const SUBSCRIBE = (endpoint: string): string => `PushManager.prototype.subscribe = async (options) => {
  globalThis.subscribedWith = options
  return { toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh: subscribed.p256dh, auth: subscribed.auth } })}) }
}`

async function openBrowser(path: string): Promise<{ visit: Visit; key: string }> {
  const user = await app.makeUser()
  const visit = await journey.open({ at: '/notifications', cookie: await app.makeSession(user.id) })
  await visit.context.grantPermissions(['notifications'], { origin: new URL(visit.page.url()).origin })
  await visit.context.addInitScript(SUBSCRIBE(push_url + path))
  await visit.page.reload()
  return { visit, key: user.key }
}

/** The provider is named after the browser; a headless one reports another name. */
const ADDED = /^\w+ on Linux added\.$/

async function enable({ page }: Visit): Promise<void> {
  await page.getByRole('link', { name: /^Browser push/ }).click()
  await page.getByRole('button', { name: 'Enable push notifications in this browser' }).click()
  const outcome = page.getByText(ADDED).or(page.getByRole('alert')).first()
  await outcome.waitFor()
  expect(await outcome.innerText()).toMatch(ADDED)
}

describe('push notifications in the browser', () => {
  it('are enabled by one button, and a test arrives encrypted for this browser', async () => {
    const { visit, key } = await openBrowser('/first')
    const { page } = visit
    await enable(visit)
    const { public_key } = (await app.call('GET', '/api/providers/push-key', { key })).body.data
    expect(await page.evaluate('globalThis.subscribedWith')).toEqual({
      userVisibleOnly: true,
      applicationServerKey: public_key,
    })
    const [provider] = (await app.call('GET', '/api/providers', { key })).body.data
    expect(provider).toMatchObject({
      provider_type: 'web_push',
      name: expect.stringMatching(/^\w+ on Linux$/),
      endpoint: '…irst',
    })
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Test notification sent.').waitFor()
    await visit.expectNoErrors('push-tested')
    const [message] = arrived.filter(({ path }) => path === '/first').map((each) => each.message)
    expect(JSON.parse(message ?? '')).toEqual({
      title: 'Test notification 🔔 from Sitewatch: alerts will arrive here.',
      body: `Provider: ${provider.name}`,
      tag: 'test',
    })
    expect(await page.evaluate('caches.keys()')).toEqual([])
  })

  it('are moved to another browser when the subscription has ended', async () => {
    const { visit, key } = await openBrowser('/second')
    const { page, context } = visit
    visit.allowError(/status of 422/)
    await enable(visit)
    ended.add('/second')
    await page.getByRole('link', { name: 'Choose monitors' }).click()
    // The screen that is left has such a button as well: its answer would disappear with it.
    await page.getByRole('heading', { name: 'Latest deliveries' }).waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page
      .getByRole('alert')
      .getByText(/no longer accepts notifications .* press “Use this browser”/)
      .waitFor()
    await visit.expectNoErrors('push-ended')
    await context.addInitScript(SUBSCRIBE(`${push_url}/third`))
    await page.reload()
    await page.getByRole('button', { name: 'Use this browser' }).click()
    await page.getByText('Alerts now appear in this browser').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Test notification sent.').waitFor()
    expect(arrived.filter(({ path }) => path === '/third')).toHaveLength(1)
    const [provider] = (await app.call('GET', '/api/providers', { key })).body.data
    expect(provider).toMatchObject({ name: expect.stringMatching(/^\w+ on Linux$/), endpoint: '…hird' })
    await page.getByLabel('Name').fill('Office browser')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Office browser', level: 1 }).waitFor()
    expect((await app.call('GET', '/api/providers', { key })).body.data).toMatchObject([{ endpoint: '…hird' }])
  })
})
