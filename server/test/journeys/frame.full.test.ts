import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const user = await journey.app.makeUser()
const cookie = await journey.app.makeSession(user.id)

describe('keyboard shortcuts', () => {
  it('return the focus when the palette or the list closes, also on a phone', async () => {
    const visit = await journey.open({ at: '/monitors', cookie })
    const { page } = visit
    const searchButton = page.getByRole('banner').getByRole('button', { name: /^Search/ })
    await visit.pressAt(searchButton)
    await visit.expectFocus('dialog input')
    await visit.press('Escape')
    await visit.expectFocus(searchButton)
    await visit.press('/')
    await page.keyboard.type('no such thing')
    await page.getByText(/^No results for/).waitFor()
    await visit.press('Enter', 'Escape')
    await visit.expectFocus(searchButton)
    await visit.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await visit.press('Escape')
    await visit.expectFocus(searchButton)
    await visit.press('Control+k')
    await page.keyboard.type('settings')
    await page.getByRole('option', { name: 'Go to Settings', selected: true }).waitFor()
    await visit.press('Enter')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await visit.expectFocus('main')

    const narrow = await journey.open({ at: '/monitors', cookie, look: 'narrow-light' })
    await narrow.pressAt('summary')
    await narrow.pressAt(narrow.page.getByRole('button', { name: /^Search/ }))
    await narrow.expectFocus('dialog input')
    await narrow.press('Escape')
    await narrow.expectFocus('summary')
    await narrow.press('Enter')
    await narrow.pressAt(narrow.page.getByRole('link', { name: 'Incidents' }))
    await narrow.page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor()
    await narrow.expectFocus('main')
    await narrow.expectNoErrors()
  })

  it('skip the navigation', async () => {
    const visit = await journey.open({ at: '/monitors', cookie })
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    await visit.press('Tab', 'Enter')
    expect(await visit.page.evaluate('document.activeElement.id')).toBe('main')
  })
})
