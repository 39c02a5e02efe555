import { describe, expect, it } from 'vitest'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({ env: { SMTP_URL: smtp.url }, roles: ['worker'] })

describe('signing in', () => {
  it('shows errors at their field, and moves the focus there', async () => {
    const visit = await journey.open({ at: '/sign-in' })
    const { page } = visit
    visit.allowError(/status of 422/)
    await page.getByLabel('E-mail').fill('nobody')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('must be an e-mail address').waitFor()
    const focused = page.locator(':focus')
    expect(await focused.getAttribute('name')).toBe('email')
    expect(await focused.getAttribute('aria-invalid')).toBe('true')
    await visit.expectNoErrors('sign-in-refused')
  })
})

describe('an account in the dashboard', () => {
  it('requires an invitation unless the operator opened sign-up', async () => {
    await journey.app.makeUser()
    const visit = await journey.open({ at: '/sign-up' })
    await visit.page.getByText('by invitation').waitFor()
    await visit.expectNoErrors('sign-up-closed')
  })
})
