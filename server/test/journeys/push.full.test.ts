import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'

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
