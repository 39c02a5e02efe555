import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { findPushDefect, findVapidDefect, openPushBrowser } from '../alerting/notifications/push-service.ts'
import { atEnd } from '../support/at-end.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

/** A journey beside a local push service, because that of the browser vendor cannot be reached from here. */
export async function startPushJourney() {
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
  const subscribeAt = ({ context }: Visit, path: string): Promise<unknown> =>
    context.addInitScript(`PushManager.prototype.subscribe = async (options) => {
      globalThis.subscribedWith = options
      return { toJSON: () => (${JSON.stringify({ endpoint: push_url + path, keys: { p256dh: subscribed.p256dh, auth: subscribed.auth } })}) }
    }`)
  const openBrowser = async (path: string): Promise<{ visit: Visit; key: string }> => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/docs/problems/not_found', cookie: await app.makeSession(user.id) })
    const { origin } = new URL(visit.page.url())
    await visit.context.grantPermissions(['notifications'], { origin })
    await subscribeAt(visit, path)
    await visit.page.goto(`${origin}/notifications`)
    return { visit, key: user.key }
  }
  return { app, arrived, ended, openBrowser, subscribeAt }
}

/** The provider is named after the browser; a headless one reports another name. */
const ADDED = /^\w+ on Linux added\.$/

export async function enablePush({ page }: Visit): Promise<void> {
  await page.getByRole('link', { name: /^Browser push/ }).click()
  await page.getByRole('button', { name: 'Enable push notifications in this browser' }).click()
  const outcome = page.getByText(ADDED).or(page.getByRole('alert')).first()
  await outcome.waitFor()
  expect(await outcome.innerText()).toMatch(ADDED)
}
