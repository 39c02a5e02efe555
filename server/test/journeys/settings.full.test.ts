import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'
import { codeOf } from '../support/totp.ts'

const journey = await startJourney()
const { app } = journey

describe('the settings', () => {
  it('show administration to administrators only', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/settings/users', cookie: await app.makeSession(user.id) })
    visit.allowError(/status of 403/)
    await visit.page.getByRole('alert').waitFor()
    expect(await visit.page.getByRole('link', { name: 'Users' }).count()).toBe(0)
    await visit.expectNoErrors('settings-forbidden')
  })
})

describe('two-factor authentication with the keyboard alone', () => {
  it('is enabled and disabled, and the focus is never lost', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/settings/security', cookie: await app.makeSession(user.id) })
    const { page } = visit
    await visit.pressAt('text=Enable…')
    await visit.expectFocus('dialog input[name=password]')
    await page.keyboard.type(user.password)
    await visit.press('Enter')
    await visit.expectFocus('dialog input[name=code]')
    const spelled = (await page.locator('dialog code').first().textContent()) ?? ''
    await page.keyboard.type(codeOf(spelled.replaceAll(' ', '')))
    await visit.press('Enter')
    await page.getByRole('region', { name: 'Recovery codes' }).waitFor()
    const codes = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())?.split('\n') ?? []
    await visit.expectFocus(page.getByRole('dialog').getByRole('button', { name: 'Copy' }))
    await visit.pressAt('text=I have saved them')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit.expectFocus('text=Disable…')
    await visit.press('Enter')
    await visit.expectFocus('dialog input[name=password]')
    await page.keyboard.type(user.password)
    await visit.write('dialog input[name=code]', codes[0] ?? '')
    await visit.press('Enter')
    await page.getByRole('button', { name: 'Enable…' }).waitFor()
    await visit.expectFocus('text=Enable…')
    await visit.expectNoErrors()
  })
})
