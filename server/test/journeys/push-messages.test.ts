import { describe, expect, it } from 'vitest'
import { enablePush, startPushJourney } from './push-browser.ts'

const { app, arrived, openBrowser } = await startPushJourney()

describe('push notifications in the browser', () => {
  it('are enabled by one button, and a test arrives encrypted for this browser', async () => {
    const { visit, key } = await openBrowser('/first')
    const { page } = visit
    await enablePush(visit)
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
})
