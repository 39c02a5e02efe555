import { describe, expect, it } from 'vitest'
import { readMail } from '../support/mail.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { startJourney } from './journey.ts'
import { beginInStep, codeOf } from '../support/totp.ts'

const smtp = await startSmtpSink()
const journey = await startJourney({ env: { SMTP_URL: smtp.url }, roles: ['worker'] })
const { app } = journey

async function switchTwoFactorOn(cookie: string, password: string): Promise<string> {
  await beginInStep()
  const { body } = await app.call('POST', '/api/account/two-factor', { cookie, json: { password } })
  const { secret } = body.data as { secret: string }
  // The code of the previous step, because the test still uses that of the current one.
  const code = codeOf(secret, -1)
  const { status } = await app.call('PUT', '/api/account/two-factor', { cookie, json: { code } })
  expect(status).toBe(200)
  return secret
}

describe('signing in', () => {
  it('explains that a password is wrong and accepts the right one, with the keyboard alone', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/sign-in' })
    const { page } = visit
    await page.locator('input[name=email]:focus').waitFor()
    await page.keyboard.type(user.email)
    await visit.press('Tab')
    await page.keyboard.type('wrong password')
    await visit.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Incorrect e-mail or password' }).waitFor()
    await visit.tabTo('input[name=password]')
    await visit.press('Control+a')
    await page.keyboard.type(user.password)
    await visit.press('Enter')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await visit.expectNoErrors()
  })

  it('requires the second factor of accounts that have one', async () => {
    const user = await app.makeUser()
    const secret = await switchTwoFactorOn(await app.makeSession(user.id), user.password)
    const visit = await journey.open({ at: '/sign-in' })
    const { page } = visit
    await page.getByLabel('E-mail').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code').fill('000000')
    await visit.expectNoErrors('sign-in-code')
    await page.getByRole('button', { name: 'Sign in with code' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Sign in with code' }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  it('ends with signing out, which removes all data from the screen', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const { page, context } = await journey.open({ at: '/monitors', cookie })
    await page.getByRole('button', { name: `Account ${user.email}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await context.cookies()).toEqual([])
    expect((await app.call('GET', '/api/session', { cookie })).status).toBe(401)
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('is required again when the session ended elsewhere, and then returns to the same page', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const { page } = await journey.open({ at: '/settings/keys', cookie })
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await app.call('DELETE', '/api/session', { cookie })
    const signIn = page.getByRole('heading', { name: 'Sign in' })
    // The live stream may end before the click, which asks to sign in too.
    await page.getByRole('link', { name: 'Sessions' }).or(signIn).first().click()
    await signIn.waitFor()
    await page.getByLabel('E-mail').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/settings\/(keys|sessions)$/)
    await expect.poll(() => page.getByRole('heading', { name: 'Settings' }).isVisible()).toBe(true)
  })
})

describe('a forgotten password in the dashboard', () => {
  it('is replaced with the link in the mail', async () => {
    const user = await app.makeUser()
    const visit = await journey.open({ at: '/forgot-password', look: 'narrow-light' })
    const { page } = visit
    await page.getByLabel('E-mail').fill(user.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('we have sent an e-mail with a link').waitFor()
    await visit.expectNoErrors('forgot-password')
    const { source } = await smtp.waitFor(user.email)
    const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const link = /https?:\/\/\S+\/reset-password\?token=\w+/.exec(text)?.[0] ?? ''
    expect(link).toContain(app.base)
    await page.goto(link)
    await page.getByRole('textbox', { name: 'New password' }).fill('an entirely new one')
    await visit.expectNoErrors('reset-password')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Password changed').waitFor()
    expect(await app.signIn({ email: user.email, password: 'an entirely new one' })).toContain('sitewatch=')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

describe('an account whose address is not verified', () => {
  it('shows that in the settings, sends the link again, and is verified by the button behind it', async () => {
    const user = await app.makeUser()
    await app.database.admin.query('update users set email_verified_at = null where id = $1', [user.id])
    const { page, ...visit } = await journey.open({ at: '/settings', cookie: await app.makeSession(user.id) })
    const notice = page.getByRole('status').filter({ hasText: 'Confirm your e-mail address' })
    await notice.waitFor()
    await visit.expectNoErrors('settings-unverified')
    await visit.pressAt(page.getByRole('button', { name: 'Resend link' }))
    await page.getByText('We have sent you an e-mail with a link.').waitFor()
    const { text } = readMail((await smtp.waitFor(user.email)).source)
    const opened = await journey.open({ at: /\/verify\/[\w-]+/.exec(text)?.[0] ?? '' })
    await opened.page.getByRole('heading', { name: 'Verify your e-mail address' }).waitFor()
    await opened.expectNoErrors('verify-address')
    await opened.page.getByRole('button', { name: 'Verify address' }).click()
    await opened.page.getByRole('heading', { name: 'Address verified' }).waitFor()
    await opened.expectNoErrors()
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
    await notice.waitFor({ state: 'detached' })
  })
})

describe('the e-mail address of an account', () => {
  it('is changed with the keyboard alone, with the link in the mail to the new address', async () => {
    const user = await app.makeUser()
    const email = `moved-${user.id}@example.com`
    const visit = await journey.open({ at: '/settings', cookie: await app.makeSession(user.id), look: 'narrow-dark' })
    const { page } = visit
    visit.allowError(/status of 422/)
    await visit.pressAt(page.getByRole('button', { name: 'Change e-mail address' }))
    await visit.expectFocus('dialog input[name=email]')
    await page.keyboard.type(email)
    await visit.write('dialog input[name=password]', 'not the password')
    await visit.press('Enter')
    await page.locator('dialog [aria-invalid=true][name=password]').waitFor()
    await visit.expectNoErrors('change-email-refused')
    await visit.write('dialog input[name=password]', user.password)
    await visit.press('Enter')
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await visit.expectNoErrors('change-email-sent')
    const { text } = readMail((await smtp.waitFor(email)).source)
    const link = /https?:\S+(\/change-email\/\S+)/.exec(text)?.[1] ?? ''
    const opened = await journey.open({ at: link })
    await opened.expectNoErrors('change-email-page')
    await opened.pressAt(opened.page.getByRole('button', { name: 'Change e-mail address' }))
    await opened.page.getByRole('heading', { name: 'E-mail address changed' }).waitFor()
    await opened.expectNoErrors('change-email-done')
    await app.signIn({ email, password: user.password })
  })
})
