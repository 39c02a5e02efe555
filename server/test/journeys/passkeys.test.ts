import { describe, expect, it } from 'vitest'
import type { CDPSession } from 'playwright-core'
import type { TestUser } from '../support/app.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'
import { codeOf } from '../support/totp.ts'

// Browsers do not allow passkeys for IP addresses.
const journey = await startJourney({ host: 'localhost', path: '/watch' })
const { app } = journey

interface Device {
  devtools: CDPSession
  authenticatorId: string
}

/** A virtual authenticator of Chromium, which answers without user interaction. */
async function attachDevice(visit: Visit): Promise<Device> {
  const devtools = await visit.context.newCDPSession(visit.page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** A user with a passkey on this device, not signed in. */
async function openWithPasskey(): Promise<{ visit: Visit; device: Device; user: TestUser; cookie: string }> {
  const user = await app.makeUser()
  const cookie = await app.makeSession(user.id)
  const visit = await journey.open({ at: '/settings/security', cookie })
  const device = await attachDevice(visit)
  await addPasskey(visit, user, 'Phone')
  await visit.context.clearCookies()
  await visit.page.goto(new URL('/watch/sign-in', visit.page.url()).href)
  return { visit, device, user, cookie }
}

async function addPasskey({ page }: Visit, user: TestUser, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Your password').fill(user.password)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('table', { name: 'Passkeys' }).getByText(name).waitFor()
}

const BY_PASSKEY = { name: 'Sign in with a passkey' }
const expectArrival = ({ page }: Visit): Promise<void> => page.getByRole('navigation', { name: 'Main' }).waitFor()

async function typePassword({ page }: Visit, user: TestUser): Promise<void> {
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function enableTwoFactor(cookie: string, password: string): Promise<string[]> {
  const started = await app.call('POST', '/api/account/two-factor', { cookie, json: { password } })
  const code = codeOf(started.body.data.secret as string)
  const confirmed = await app.call('PUT', '/api/account/two-factor', { cookie, json: { code } })
  return confirmed.body.data.recovery_codes as string[]
}

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

  it('signs in without a password, and its answer is accepted only once', async () => {
    const { visit, user } = await openWithPasskey()
    const sent = visit.page.waitForRequest(/\/api\/session\/passkey$/)
    await visit.page.getByRole('button', BY_PASSKEY).click()
    await expectArrival(visit)
    await visit.page.getByRole('button', { name: `Account ${user.email}` }).waitFor()
    await visit.expectNoErrors()
    const { rows } = await app.database.admin.query<{ action: string }>(
      'select action from audit_log where team_id = $1 order by id',
      [user.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['passkey.created', 'session.created'])
    const json = (await sent).postDataJSON() as { credential: object }
    const replayed = await app.call('POST', '/api/session/passkey', { json })
    expect([replayed.status, replayed.body.code]).toEqual([401, 'unauthenticated'])
  })

  it('is not accepted from a device that did not verify its user', async () => {
    const { visit, device } = await openWithPasskey()
    const { devtools, authenticatorId } = device
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await visit.page.getByRole('button', BY_PASSKEY).click()
    await visit.page.getByText('Your browser did not use a passkey.').waitFor()
    await visit.expectNoErrors('sign-in-passkey-refused')
  })

  it('does not sign in after it was removed', async () => {
    const { visit, cookie } = await openWithPasskey()
    const { body } = await app.call('GET', '/api/account/passkeys', { cookie })
    await app.call('DELETE', `/api/account/passkeys/${body.data[0].id}`, { cookie })
    await visit.page.getByRole('button', BY_PASSKEY).click()
    await visit.page.getByText('This passkey is not known here.').waitFor()
    await visit.expectNoErrors()
  })

  it('of a copied device is refused, because its counter does not increase', async () => {
    const { visit, device, user } = await openWithPasskey()
    const { devtools, authenticatorId } = device
    await visit.page.getByRole('button', BY_PASSKEY).click()
    await expectArrival(visit)
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials
    if (!credential) throw new Error('no passkey')
    expect(credential.signCount).toBeGreaterThan(1)
    await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
    // The copy was made before the last sign-in.
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 1 } })
    await visit.context.clearCookies()
    await visit.page.goto(new URL('/watch/sign-in', visit.page.url()).href)
    await visit.page.getByRole('button', BY_PASSKEY).click()
    await visit.page.getByText('it seems to have been copied').waitFor()
    await typePassword(visit, user)
    await expectArrival(visit)
  })
})

describe('two-factor sign-in with a passkey', () => {
  it('accepts a passkey instead of a code, but not that of another account', async () => {
    const { visit, user, cookie } = await openWithPasskey()
    await enableTwoFactor(cookie, user.password)
    const stranger = await app.makeUser()
    await enableTwoFactor(await app.makeSession(stranger.id), stranger.password)
    await app.database.admin.query(
      `insert into passkeys (user_id, name, credential_id, public_key, counter, transports) values ($1, 'x', decode(md5(random()::text), 'hex'), '', 0, '{}')`,
      [stranger.id],
    )
    await typePassword(visit, stranger)
    await visit.page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await visit.page.getByText('Incorrect e-mail or password.').waitFor()
    await visit.page.reload()
    await typePassword(visit, user)
    await visit.page.getByLabel('Code').waitFor()
    await visit.expectNoErrors('sign-in-second-factor')
    await visit.page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expectArrival(visit)
  })

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
