import { describe, expect, it } from 'vitest'
import { enablePush, startPushJourney } from './push-browser.ts'

const { app, arrived, ended, openBrowser, subscribeAt } = await startPushJourney()

describe('push notifications in the browser', () => {
  it('are moved to another browser when the subscription has ended', async () => {
    const { visit, key } = await openBrowser('/second')
    const { page } = visit
    visit.allowError(/status of 422/)
    await enablePush(visit)
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
    await subscribeAt(visit, '/third')
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
