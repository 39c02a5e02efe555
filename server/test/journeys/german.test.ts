import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'
import { makeShopOwner, SOON } from './website-visits.ts'

const journey = await startJourney()
const { app } = journey
const GERMAN = { locale: 'de-AT' }

/** Text that is cut off by its box, except where an ellipsis is intended, such as for a long name. */
const CUT_OFF = `[...document.querySelectorAll('body *')]
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
  .filter((element) => {
    const { overflowX, textOverflow, clip } = getComputedStyle(element)
    return overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll' && textOverflow !== 'ellipsis'
      && !element.closest('.sr-only, .chart-hidden') && element.scrollWidth > element.clientWidth + 1
  })
  .map((element) => element.textContent.trim().slice(0, 80))`

async function expectGerman({ page }: Visit): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(await page.evaluate(CUT_OFF)).toEqual([])
}

describe('a browser that prefers German', () => {
  it('shows the sign-in in German from the first paint, and loads no other catalogue', async () => {
    const loaded: string[] = []
    await journey.expectScreens('german-sign-in', { at: '/sign-in', ...GERMAN }, async (visit) => {
      visit.page.on('request', (request) => loaded.push(request.url()))
      await visit.page.reload()
      await visit.page.getByRole('heading', { name: 'Anmelden' }).waitFor()
      await visit.page.getByLabel('Passwort').waitFor()
      await expectGerman(visit)
    })
    expect(new Set(loaded.filter((url) => /\/messages-/.test(url))).size).toBe(1)
  })

  it('shows the settings and the status pages in German', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const screens = {
      '/settings': 'Einstellungen',
      '/settings/keys': 'Einstellungen',
      '/status-pages/new': 'Neue Statusseite',
    }
    for (const [at, title] of Object.entries(screens)) {
      await journey.expectScreens(`german${at.replaceAll('/', '-')}`, { at, cookie, ...GERMAN }, async (visit) => {
        await visit.page.getByRole('heading', { level: 1, name: title }).waitFor()
        await expectGerman(visit)
      })
    }
  })

  it('shows the overview, the monitors and a website in German', async () => {
    const { cookie, shop } = await makeShopOwner(app, 3)
    const screens = {
      '/': 'Übersicht',
      '/monitors': 'Monitore',
      [`/websites/${shop}?period=today`]: 'harbour-coffee.example',
    }
    for (const [at, title] of Object.entries(screens)) {
      for (const look of ['wide-light', 'narrow-light'] as const) {
        const visit = await journey.open({ at, cookie, look, ...GERMAN })
        await visit.page.getByRole('heading', { level: 1, name: title }).waitFor()
        await expect.poll(() => visit.page.getByRole('status', { name: /geladen/ }).count(), SOON).toBe(0)
        await expectGerman(visit)
        await visit.expectNoErrors(`german-${title}-${look}`)
        await visit.close()
      }
    }
  })

  it('shows a status page in German, also to an anonymous visitor', async () => {
    const user = await app.makeUser()
    await app.call('POST', '/api/status-pages', {
      key: user.key,
      json: { name: 'Beispiel', slug: 'beispiel', is_public: true },
    })
    await journey.expectScreens('german-status-page', { at: '/s/beispiel', ...GERMAN }, async (visit) => {
      await visit.page.getByText('Noch nichts anzuzeigen').waitFor()
      await visit.page.getByText('Keine Vorfälle').first().waitFor()
      await expectGerman(visit)
    })
  })

  it('shows the dashboard in English if the account is set to English', async () => {
    const user = await app.makeUser()
    await app.call('PATCH', '/api/account', { cookie: await app.makeSession(user.id), json: { language: 'en' } })
    const { page } = await journey.open({ at: '/settings', cookie: await app.makeSession(user.id), ...GERMAN })
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})

describe('an account with a language setting', () => {
  it('selects its language in the settings, and keeps it after signing out', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/settings', cookie: await app.makeSession(user.id) })
    const { page } = visit
    await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
    await expectGerman(visit)
    await page.getByRole('button', { name: /^Konto .*@/ }).click()
    await page.getByRole('menuitem', { name: 'Abmelden' }).click()
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor()
  })
})
