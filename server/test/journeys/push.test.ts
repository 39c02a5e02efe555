import { describe, expect, it } from 'vitest'
import { composePush } from '../../src/alerting/notifications/compose/push.ts'
import { makeAlertFacts } from '../support/alert-facts.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

const journey = await startJourney({ needsNotifications: true })
const { app } = journey

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
