import { describe, expect, it } from 'vitest'
import { makeSignInLink } from '../../../src/identity/accounts/index.ts'
import { startApp } from '../../support/app.ts'
import { freePort } from '../../support/free-port.ts'
import { makePerson, openBrowser, startIdentityProvider } from '../../support/identity-provider.ts'
import { programEnv } from '../../support/program.ts'
import { runSitewatch } from '../../support/sitewatch.ts'

const port = await freePort()
const base = `http://127.0.0.1:${port}/watch`
const provider = await startIdentityProvider(base)
const env = {
  ...provider.env,
  PORT: String(port),
  SITEWATCH_SIGNUP: 'open',
  SITEWATCH_PASSWORD_SIGN_IN: '0',
  SITEWATCH_RATE_SIGNIN_PER_MINUTE: '12',
}
const app = await startApp(env)
const user = await app.makeUser()

const makeLink = async (email: string) =>
  runSitewatch(['user', 'sign-in-link', '--email', email, '--json'], {
    env: programEnv(app.database, env),
  })

describe('SITEWATCH_PASSWORD_SIGN_IN=0', () => {
  it.each([
    ['POST', '/api/session', { email: user.email, password: user.password }],
    ['POST', '/api/session/passkey/options', {}],
    ['POST', '/api/session/passkey', { credential: {} }],
    ['POST', '/api/account', { email: 'new@example.com', password: 'correct horse battery' }],
    ['POST', '/api/password-resets', { email: user.email }],
    ['PUT', '/api/password-resets', { token: 'a', password: 'correct horse battery' }],
  ])('refuses %s %s', async (method, path, json) => {
    const { status, body } = await app.call(method, path, { json })
    expect([status, body.code]).toEqual([409, 'not_possible'])
    expect(body.detail).toContain('single sign-on')
  })

  it('lets people in by single sign-on', async () => {
    provider.person = makePerson()
    const browser = openBrowser()
    await browser.open(`${base}/sso/start`)
    expect((await app.call('GET', '/api/account', { cookie: browser.cookieFor(base) })).status).toBe(200)
  })

  it('lets an operator in with the link of a command, once', async () => {
    const { stdout, stderr } = await makeLink(user.email)
    expect(stderr).toBe('')
    const { url } = JSON.parse(stdout) as { url: string }
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/watch\/sign-in-link\/\w{43}$/)
    const page = await openBrowser().open(url)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<button')])
    const press = () => fetch(url, { method: 'POST', redirect: 'manual', headers: { accept: 'text/html' } })
    const [first, second] = await Promise.all([press(), press()])
    const [used, refused] = first.status === 303 ? [first, second] : [second, first]
    expect(used.headers.get('location')).toBe(`${base}/`)
    const cookie = used.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const linking = { cookie, json: { password: '' } }
    expect((await app.call('POST', '/api/account/identities', linking)).status).toBe(200)
    expect((await app.call('GET', '/api/account', { cookie })).body.data.email).toBe(user.email)
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('This link no longer works')])
  })

  it('creates no link for an unknown address, and a link expires after 15 minutes', async () => {
    expect(await makeLink('nobody@example.com')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('sitewatch user list'),
    })
    const url = await app.parts.postgres.asRole('auth', (tx) => makeSignInLink(tx, app.parts.config, user.id))
    await app.database.admin.query(`update one_time_tokens set expires_at = expires_at - interval '15 minutes'`)
    expect((await fetch(url, { method: 'POST', redirect: 'manual' })).status).toBe(401)
  })

  it('limits sign-ins by address, as for passwords', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 25; tries++) statuses.push((await openBrowser().open(`${base}/sso/callback`)).status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.at(-1)).toBe(429)
  })
})
