import type { CDPSession } from 'playwright-core'
import type { TestUser } from '../support/app.ts'
import { codeOf } from '../support/totp.ts'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

export interface Device {
  devtools: CDPSession
  authenticatorId: string
}

/** A virtual authenticator of Chromium, which answers without user interaction. */
export async function attachDevice(visit: Visit): Promise<Device> {
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

export async function addPasskey({ page }: Visit, user: TestUser, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Your password').fill(user.password)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('table', { name: 'Passkeys' }).getByText(name).waitFor()
}

export const BY_PASSKEY = { name: 'Sign in with a passkey' }
export const expectArrival = ({ page }: Visit): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).waitFor()

export async function typePassword({ page }: Visit, user: TestUser): Promise<void> {
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Browsers do not allow passkeys for IP addresses, so the host has a name. */
export async function startPasskeyJourney() {
  const journey = await startJourney({ host: 'localhost', path: '/watch' })
  const { app } = journey
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
  async function enableTwoFactor(cookie: string, password: string): Promise<string[]> {
    const started = await app.call('POST', '/api/account/two-factor', { cookie, json: { password } })
    const code = codeOf(started.body.data.secret as string)
    const confirmed = await app.call('PUT', '/api/account/two-factor', { cookie, json: { code } })
    return confirmed.body.data.recovery_codes as string[]
  }
  return { ...journey, openWithPasskey, enableTwoFactor }
}
