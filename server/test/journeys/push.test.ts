import { describe, expect, it } from 'vitest'
import { composePush } from '../../src/alerting/notifications/compose/push.ts'
import { makeAlertFacts } from '../support/alert-facts.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

const journey = await startJourney({ needsNotifications: true })
const { app } = journey

describe('push notifications in the browser', () => {
  it('explain what to do where they are blocked or not supported', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const visit = await journey.open({ at: '/notifications', cookie })
    await visit.context.addInitScript('Notification.requestPermission = async () => "denied"')
    await visit.page.goto(`${app.base}/notifications/new?type=web_push`)
    await visit.page.getByRole('button', { name: 'Enable push notifications in this browser' }).click()
    await visit.page.getByRole('alert').getByText('does not allow notifications from this site').waitFor()
    await visit.expectNoErrors('push-blocked')
    await visit.context.addInitScript('delete globalThis.PushManager')
    await visit.page.reload()
    await visit.page.getByText('This browser does not support push notifications.').waitFor()
    expect(
      await visit.page.getByRole('button', { name: 'Enable push notifications in this browser' }).isDisabled(),
    ).toBe(true)
    expect((await app.call('GET', '/api/providers', { key: user.key })).body.data).toEqual([])
  })

  it('have a form that renders without errors', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    await journey.expectScreens('push-new', { at: '/notifications/new?type=web_push', cookie }, ({ page }) =>
      page.getByRole('button', { name: 'Enable push notifications in this browser' }).waitFor(),
    )
  })
})

interface Shown {
  title: string
  body: string
  tag: string
  actions: string[]
}

/** No push service can be reached from here, so the developer tools of the browser deliver the message. */
async function deliverTo({ context, page }: Visit, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: app.base, registrationId: await registered, data })
}

const LIST_SHOWN = `navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
  .then((all) => all.map(({ title, body, tag, actions }) => ({ title, body, tag, actions: actions.map((each) => each.title) })))`
const listShown = ({ page }: Visit): Promise<Shown[]> => page.evaluate(LIST_SHOWN)

describe('a push message', () => {
  it('is shown as a notification, which the next message about the same monitor replaces', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({
      at: '/notifications/new?type=web_push',
      cookie: await app.makeSession(user.id),
    })
    await visit.context.grantPermissions(['notifications'], { origin: app.base })
    await visit.page.getByRole('button', { name: 'Enable push notifications in this browser' }).click()
    await visit.page.getByRole('alert').getByText('could not subscribe').waitFor()
    const alert = makeAlertFacts({ acknowledge_url: `${app.base}/acknowledge/x` })
    const compose = (kind: 'opened' | 'resolved'): string =>
      composePush({ kind, alert, possible_repeat: false }, { most: 3000, repeat_key: 'delivery-1' })
    await deliverTo(visit, compose('opened'))
    await expect
      .poll(() => listShown(visit))
      .toEqual([
        {
          title: 'Down: Shop',
          body: expect.stringContaining('Connection refused.'),
          tag: 'monitor-3',
          actions: ['Acknowledge'],
        },
      ])
    await deliverTo(visit, compose('resolved'))
    await expect
      .poll(async () => (await listShown(visit)).map(({ title }) => title))
      .toEqual([expect.stringContaining('Resolved: Shop')])
    // A message in an unknown format is shown too: a browser revokes the permission of a site that shows nothing.
    await deliverTo(visit, 'no JSON')
    await expect.poll(async () => (await listShown(visit)).map(({ title }) => title)).toContain('Sitewatch')
  })
})

describe('the dashboard as an app', () => {
  it('can be installed, and opens without a service worker', async () => {
    const visit = await journey.open({ at: '/sign-in' })
    const devtools = await visit.context.newCDPSession(visit.page)
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    const { errors, data } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Sitewatch', display: 'standalone' })
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // The browser window of a test is a private one.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    expect(visit.context.serviceWorkers()).toEqual([])
    await visit.expectNoErrors()
  })
})
