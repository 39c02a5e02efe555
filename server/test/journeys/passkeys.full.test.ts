import { describe, expect, it } from 'vitest'
import {
  addPasskey,
  attachDevice,
  BY_PASSKEY,
  expectArrival,
  startPasskeyJourney,
  typePassword,
} from './passkey-device.ts'

const journey = await startPasskeyJourney()
const { app, openWithPasskey, enableTwoFactor } = journey

describe('a passkey', () => {
  it('is added in the settings, with the password', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const visit = await journey.open({ at: '/settings/security', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    await attachDevice(visit)
    await page.getByText('No passkeys yet.').waitFor()
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await visit.expectNoErrors('passkey-add')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Phone')
    await dialog.getByLabel('Your password').fill('not the password')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.locator('[aria-invalid=true][name=password]').waitFor()
    await visit.press('Escape')
    await addPasskey(visit, user, 'Phone')
  })
})

describe('two-factor sign-in with a passkey', () => {
  it('is enabled and disabled with a passkey alone, without an authenticator app', async () => {
    const { visit, user, cookie } = await openWithPasskey()
    const { page } = visit
    await typePassword(visit, user)
    await expectArrival(visit)
    await page.goto(new URL('/watch/settings/security', page.url()).href)
    await page.getByRole('button', { name: 'Enable…' }).click()
    await page.getByRole('button', { name: 'Use my passkey' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    const { body } = await app.call('GET', '/api/account/passkeys', { cookie })
    const removed = await app.call('DELETE', `/api/account/passkeys/${body.data[0].id}`, { cookie })
    expect([removed.status, removed.body.detail]).toEqual([409, expect.stringContaining('second factor')])
    await visit.context.clearCookies()
    await page.goto(new URL('/watch/sign-in', page.url()).href)
    await typePassword(visit, user)
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expectArrival(visit)
    await page.goto(new URL('/watch/settings/security', page.url()).href)
    await page.getByRole('button', { name: 'Disable…' }).click()
    await page.getByLabel('Your password').fill(user.password)
    await page.getByRole('button', { name: 'Use my passkey' }).click()
    await page.getByRole('button', { name: 'Enable…' }).waitFor()
    await visit.expectNoErrors()
  })

  it('accepts a recovery code when the device is lost', async () => {
    const { visit, device, user, cookie } = await openWithPasskey()
    const [code = ''] = await enableTwoFactor(cookie, user.password)
    const { devtools, authenticatorId } = device
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await typePassword(visit, user)
    await visit.page.getByLabel('Code').fill(code)
    await visit.page.getByRole('button', { name: 'Sign in with code' }).click()
    await expectArrival(visit)
  })
})

it('the security settings and the sign-in page render without errors', async () => {
  const user = await app.makeUser()
  await app.database.admin.query(
    `insert into passkeys (user_id, name, credential_id, public_key, counter, transports) values ($1, 'Phone', decode(md5(random()::text), 'hex'), '', 0, '{}')`,
    [user.id],
  )
  const cookie = await app.makeSession(user.id)
  await journey.expectScreens('settings-passkeys', { at: '/settings/security', cookie }, ({ page }) =>
    page.getByRole('button', { name: 'Remove Phone' }).waitFor(),
  )
  await journey.expectScreens('sign-in-passkey', { at: '/sign-in' }, ({ page }) =>
    page.getByRole('button', BY_PASSKEY).waitFor(),
  )
})
