import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey
const GERMAN = { locale: 'de-AT' }

describe('a browser that prefers German', () => {
  it('shows the sign-in in German from the first paint, and loads no other catalogue', async () => {
    const loaded: string[] = []
    await journey.expectScreens('german-sign-in', { at: '/sign-in', ...GERMAN }, async (visit) => {
      visit.page.on('request', (request) => loaded.push(request.url()))
      await visit.page.reload()
      await visit.page.getByRole('heading', { name: 'Anmelden' }).waitFor()
      await visit.page.getByLabel('Passwort').waitFor()
    })
    expect(new Set(loaded.filter((url) => /\/messages-/.test(url))).size).toBe(1)
  })

  it('shows the dashboard in English if the account is set to English', async () => {
    const user = await app.makeUser()
    await app.call('PATCH', '/api/account', { cookie: await app.makeSession(user.id), json: { language: 'en' } })
    const { page } = await journey.open({ at: '/settings', cookie: await app.makeSession(user.id), ...GERMAN })
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})
