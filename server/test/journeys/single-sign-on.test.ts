import { describe, expect, it } from 'vitest'
import { makePerson } from '../support/identity-provider.ts'
import { startSsoJourney } from './sso-journey.ts'

const { provider, open } = await startSsoJourney()

describe('single sign-on in the dashboard', () => {
  it('signs in with the button, returns to the requested page, and also signs out at the provider', async () => {
    const person = makePerson()
    provider.person = person
    const visit = await open('/settings/security')
    const { page } = visit
    await visit.expectNoErrors('sign-in-sso')
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.waitForURL('**/watch/settings/security')
    await page.getByRole('table', { name: 'Linked accounts' }).getByText(person.email).waitFor()
    await page.getByText('Your account has no password yet.').waitFor()
    await visit.expectNoErrors('settings-sso')
    await page.getByRole('button', { name: `Account ${person.email}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Yes, sign out' }).click()
    await page.waitForURL('**/watch/sign-in')
    const before = provider.logins
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(provider.logins).toBe(before + 1)
  })
})
