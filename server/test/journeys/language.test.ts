import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey

describe('an account with a language setting', () => {
  it('selects its language in the settings, and keeps it after signing out', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/settings', cookie: await app.makeSession(user.id) })
    const { page } = visit
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.getByRole('button', { name: /^Konto .*@/ }).click()
    await page.getByRole('menuitem', { name: 'Abmelden' }).click()
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor()
  })
})
