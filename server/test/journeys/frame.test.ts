import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const user = await journey.app.makeUser()
const cookie = await journey.app.makeSession(user.id)

describe('keyboard shortcuts', () => {
  it('navigate by two keys in a row, by the palette, and are listed', async () => {
    const visit = await journey.open({ at: '/settings', cookie })
    const { page } = visit
    await page.getByRole('heading', { level: 1 }).waitFor()
    await visit.press('g', 'm')
    await page.waitForURL('**/monitors')
    await page.getByRole('heading', { name: 'Monitors', level: 1 }).waitFor()
    await visit.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await visit.expectNoErrors('shortcuts')
    await visit.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit.press('Control+k')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.type('incid')
    await page.getByRole('option', { name: 'Go to Incidents', selected: true }).waitFor()
    await visit.expectNoErrors('palette')
    await visit.press('Enter')
    await page.waitForURL('**/incidents')
    await page.goBack()
    await page.waitForURL('**/monitors')
  })
})

describe('the theme', () => {
  it('follows the system until one is selected, and is remembered', async () => {
    const { page } = await journey.open({ at: '/monitors', cookie, look: 'wide-dark' })
    const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await scheme()).toBe('light dark')
    await page.getByRole('banner').getByLabel('Theme').selectOption('light')
    expect(await scheme()).toBe('light')
    await page.reload()
    expect(await scheme()).toBe('light')
    await page.getByRole('banner').getByLabel('Theme').selectOption('system')
    expect(await scheme()).toBe('light dark')
  })
})

describe('live updates', () => {
  it('show when they are unavailable and the page polls instead', async () => {
    const visit = await journey.open({ at: '/docs/problems/not_found', cookie })
    const { page } = visit
    visit.allowError(/Failed to load resource/)
    await page.route('**/api/live', (route) => route.abort())
    await page.goto(`${journey.app.base}/monitors`)
    await page.getByText('Updating every 10 s').waitFor()
    await page.unroute('**/api/live')
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    await visit.expectNoErrors()
  })
})
