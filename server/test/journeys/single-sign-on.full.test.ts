import { describe, expect, it } from 'vitest'
import { makePerson } from '../support/identity-provider.ts'
import { startSsoJourney } from './sso-journey.ts'

const { app, provider, open } = await startSsoJourney()

describe('single sign-on in the dashboard', () => {
  it('is linked to an account in its settings', async () => {
    const user = await app.makeUser()
    const visit = await open('/settings/security', await app.makeSession(user.id))
    const { page } = visit
    const person = makePerson({ email: user.email })
    provider.person = person
    await page.getByText('No linked account yet.').waitFor()
    await page.getByRole('button', { name: 'Link account at Example…' }).click()
    await page.getByLabel('Your password').fill(user.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('table', { name: 'Linked accounts' }).getByText(user.email).waitFor()
    await page.getByRole('button', { name: `Unlink ${user.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByText('No linked account yet.').waitFor()
    expect(visit.pageErrors).toEqual([])
  })

  it('explains why it was refused, with a link back', async () => {
    provider.person = makePerson({ email_verified: false })
    const visit = await open('/sign-in')
    visit.allowError(/status of 409/)
    await visit.page.getByRole('link', { name: 'Sign in with Example' }).click()
    await visit.page.getByRole('heading', { name: 'Your e-mail address is not verified' }).waitFor()
    await visit.expectNoErrors('sso-refused')
    await visit.page.getByRole('link', { name: 'Go to the start page' }).click()
    await visit.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
