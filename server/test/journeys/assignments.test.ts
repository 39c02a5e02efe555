import { describe, expect, it } from 'vitest'
import { makeAssigner } from './assigner.ts'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey

describe('the alert assignments screen', () => {
  it('is a matrix in which gaps are marked, cells are ticked, and rules are added and deleted', async () => {
    const { cookie, makeProvider, makeMonitor, listAssigned } = await makeAssigner(app)
    const [chat, phone] = [await makeProvider('Ops chat'), await makeProvider('Night phone')]
    const [shop, blog] = [await makeMonitor('Shop', { tags: ['live'] }), await makeMonitor('Blog')]
    const visit = await journey.open({ at: '/notifications', cookie })
    const { page } = visit
    await page.getByRole('link', { name: 'Who is alerted' }).click()
    await page.getByText('Alerts nobody').nth(1).waitFor()
    const cell = (name: string) => page.getByRole('checkbox', { name })
    await cell('Ops chat for Blog').check()
    await expect.poll(() => listAssigned(blog)).toEqual([[chat, true, 'manual']])
    await expect.poll(() => page.getByRole('grid').getByText('Alerts nobody').count()).toBe(1)
    await page.getByRole('button', { name: 'Add rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tag').fill('live')
    await dialog.getByLabel('Night phone').check()
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await dialog.waitFor({ state: 'detached' })
    await cell('Night phone for Shop. By rule: Tag live').waitFor()
    expect(await listAssigned(shop)).toEqual([[phone, true, 'rule']])
    await page.getByRole('cell', { name: 'Everything tagged live' }).waitFor()
    await visit.expectNoErrors('assignments-rule')
    await cell('Night phone for Shop. By rule: Tag live').uncheck()
    await cell('Night phone for Shop. Disabled').waitFor()
    expect(await listAssigned(shop)).toEqual([[phone, false, 'manual']])
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByText('No rules yet.').waitFor()
    expect(await listAssigned(shop)).toEqual([[phone, false, 'manual']])
  })
})
