import { describe, expect, it } from 'vitest'
import { makePerson, startIdentityProvider, type IdentityProvider } from '../support/identity-provider.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

let provider: IdentityProvider | undefined
const journey = await startJourney({
  path: '/watch',
  env: { SITEWATCH_SIGNUP: 'open' },
  envFor: async (base_url) => {
    provider = await startIdentityProvider(base_url)
    return provider.env
  },
})
const { app } = journey
await app.makeUser()

const expectArrival = ({ page }: Visit): Promise<void> => page.getByRole('navigation', { name: 'Main' }).waitFor()

/** The redirect of the browser to the provider is intended. */
async function open(at: string, cookie?: string): Promise<Visit> {
  const visit = await journey.open({ at, ...(cookie !== undefined && { cookie }) })
  visit.allowError(/asked another host: http:\/\/127\.0\.0\.1:\d+\/(auth|interaction|session|favicon)/)
  visit.allowError(/favicon/)
  return visit
}

function expectProvider(): IdentityProvider {
  if (!provider) throw new Error('no provider')
  return provider
}

describe('single sign-on in the dashboard', () => {
  it('signs in with the button, returns to the requested page, and also signs out at the provider', async () => {
    const person = makePerson()
    expectProvider().person = person
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
    const before = expectProvider().logins
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await expectArrival(visit)
    expect(expectProvider().logins).toBe(before + 1)
  })

  it('is linked to an account in its settings', async () => {
    const user = await app.makeUser()
    const visit = await open('/settings/security', await app.makeSession(user.id))
    const { page } = visit
    const person = makePerson({ email: user.email })
    expectProvider().person = person
    await page.getByText('No linked account yet.').waitFor()
    await page.getByRole('button', { name: 'Link account at Example' }).click()
    await page.getByRole('table', { name: 'Linked accounts' }).getByText(user.email).waitFor()
    await page.getByRole('button', { name: `Unlink ${user.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByText('No linked account yet.').waitFor()
    expect(visit.pageErrors).toEqual([])
  })

  it('explains why it was refused, with a link back', async () => {
    expectProvider().person = makePerson({ email_verified: false })
    const visit = await open('/sign-in')
    visit.allowError(/status of 409/)
    await visit.page.getByRole('link', { name: 'Sign in with Example' }).click()
    await visit.page.getByRole('heading', { name: 'Your e-mail address is not verified' }).waitFor()
    await visit.expectNoErrors('sso-refused')
    await visit.page.getByRole('link', { name: 'Go to the start page' }).click()
    await visit.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('renders without errors on the sign-in page', async () => {
    await journey.expectScreens('sign-in-sso', { at: '/sign-in' }, ({ page }) =>
      page.getByRole('link', { name: 'Sign in with Example' }).waitFor(),
    )
  })
})
