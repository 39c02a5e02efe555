import { describe, expect, it } from 'vitest'
import { makeAssigner } from './assigner.ts'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey

describe('the alert assignments screen', () => {
  it('is usable with the keyboard alone', async () => {
    const { cookie, makeProvider, makeMonitor, listAssigned } = await makeAssigner(app)
    const [one, two] = [await makeProvider('A'), await makeProvider('B')]
    const [first, second] = [await makeMonitor('First'), await makeMonitor('Second')]
    const visit = await journey.open({ at: '/notifications/assignments', cookie })
    const { page } = visit
    const columns = page.getByRole('columnheader')
    await columns.nth(2).waitFor()
    // Newest first.
    expect(await columns.allInnerTexts()).toEqual(['Monitor', 'B', 'A'])
    await visit.tabTo(page.getByRole('checkbox', { name: 'B for First' }))
    await visit.press('ArrowDown', 'ArrowRight')
    await visit.expectFocus(page.getByRole('checkbox', { name: 'A for Second' }))
    await visit.press('Space')
    await expect.poll(() => listAssigned(second)).toEqual([[one, true, 'manual']])
    await visit.press('Home', 'ArrowUp', 'ArrowUp', 'Space')
    await expect.poll(() => listAssigned(first)).toEqual([[two, true, 'manual']])
    const add = page.getByRole('button', { name: 'Add rule' })
    await visit.pressAt(add)
    await visit.expectFocus('dialog select')
    await visit.press('Escape')
    await visit.expectFocus(add)
    await visit.press('Enter')
    await page.getByRole('dialog').getByLabel('Applies to').selectOption('all')
    await visit.pressAt(page.getByRole('dialog').getByRole('checkbox', { name: 'A', exact: true }), 'Space')
    await visit.write('dialog input[name=name]', 'Everything')
    await visit.press('Enter')
    await page.getByRole('cell', { name: 'Everything' }).waitFor()
    await expect
      .poll(() => listAssigned(first))
      .toEqual([
        [one, true, 'rule'],
        [two, true, 'manual'],
      ])
    await visit.expectNoErrors()
  })

  it('shows 60 monitors and 30 providers, is searchable, and folds on a phone', async () => {
    const { user, cookie, makeProvider, makeMonitor, listAssigned } = await makeAssigner(app)
    for (let n = 1; n <= 30; n++) await makeProvider(`Provider with a rather long name ${n}`)
    const monitors = Array.from({ length: 59 }, (_, n) => ({
      friendly_name: `Monitor ${String(n + 1).padStart(2, '0')}`,
      url: 'https://example.com/',
      is_active: false,
      provider_ids: [],
    }))
    await app.call('POST', '/api/monitors/bulk', { key: user.key, json: { action: 'create', monitors } })
    const last = await makeMonitor('Zebra', { tags: ['zoo'] })
    const at = '/notifications/assignments'
    await journey.expectScreens('assignments-large', { at, cookie }, ({ page }) =>
      page.getByText('Monitor 50', { exact: true }).waitFor(),
    )
    const wide = await journey.open({ at, cookie })
    await wide.page.getByLabel('Name or URL').fill('zeb')
    await wide.page.getByRole('link', { name: 'Zebra' }).waitFor()
    await expect.poll(() => wide.page.getByRole('checkbox').count()).toBe(30)
    const narrow = await journey.open({ at: `${at}?tag=zoo`, cookie, look: 'narrow-light' })
    await narrow.page.getByText('Zebra').click()
    await narrow.page.getByLabel('Provider with a rather long name 7', { exact: true }).check()
    await expect.poll(async () => (await listAssigned(last)).length).toBe(1)
    await narrow.page.getByText('1 of 30').waitFor()
    await narrow.expectNoErrors('assignments-phone')
  })
})

describe('the overview', () => {
  it('links from monitors that alert nobody to the matrix', async () => {
    const { cookie, makeProvider, makeMonitor } = await makeAssigner(app)
    await makeProvider('Ops chat')
    await makeMonitor('Shop', { is_active: true })
    const { page } = await journey.open({ at: '/', cookie })
    await page.getByRole('link', { name: 'Choose who is alerted' }).click()
    await page.getByRole('heading', { name: 'Who is alerted', level: 1 }).waitFor()
    await page.getByRole('checkbox', { name: 'Ops chat for Shop' }).waitFor()
    expect(page.url()).toContain('alerts_nobody')
  })
})
