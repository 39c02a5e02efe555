import { describe, expect, it } from 'vitest'
import { createLog } from '../../../src/platform/log.ts'
import { PASSWORD, startApp, type TestApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { codeOf } from '../../support/totp.ts'
import { freePort } from '../../support/free-port.ts'
import {
  type Browser,
  makePerson,
  openBrowser,
  type Person,
  startIdentityProvider,
} from '../../support/identity-provider.ts'

const port = await freePort()
const base = `http://127.0.0.1:${port}/watch`
const provider = await startIdentityProvider(base)
/** The logged reasons for refused answers of the provider. */
const reasons: string[] = []
const log = Object.assign(createLog('silent'), { warn: ({ reason }: { reason: string }) => void reasons.push(reason) })
const app = await startApp({ ...provider.env, PORT: String(port), SITEWATCH_SIGNUP: 'open' }, { log })
// So that no person in these tests is the first account of this server.
await app.makeUser()

const CALLBACK = /\/watch\/sso\/callback/

async function signIn(person: Person, browser = openBrowser()) {
  provider.person = person
  const end = await browser.open(`${base}/sso/start?return=/monitors`)
  return { browser, end }
}

const readAccount = (browser: Browser) => app.call('GET', '/api/account', { cookie: browser.cookieFor(base) })

/** The callback that the provider redirects the browser to, not yet opened. */
async function reachCallback(browser = openBrowser(), person = makePerson()): Promise<URL> {
  provider.person = person
  return new URL((await browser.open(`${base}/sso/start`, CALLBACK)).url)
}

async function expectRefused(browser: Browser, url: URL | string, words: string, status = 401): Promise<void> {
  const { status: got, text } = await browser.open(String(url))
  expect(text).toContain(words)
  expect(got).toBe(status)
  expect((await readAccount(browser)).status).toBe(401)
}

async function expectUnverified(browser: Browser, url: URL | string, reason: RegExp): Promise<void> {
  reasons.length = 0
  await expectRefused(browser, url, 'could not be verified')
  expect(reasons).toEqual([expect.stringMatching(reason)])
}

describe('single sign-on under a base path', () => {
  it('creates an account where sign-up is open, and returns to the requested page', async () => {
    const person = makePerson()
    const { browser, end } = await signIn(person)
    expect(end.url).toBe(`${base}/monitors`)
    const account = await readAccount(browser)
    expect(account.body.data).toMatchObject({ email: person.email, has_password: false, is_administrator: false })
    expect(account.body.data.email_verified_at).not.toBeNull()
    const again = await readAccount((await signIn(person)).browser)
    expect(again.body.data.id).toBe(account.body.data.id)
  })

  it('ends the previous session of the browser, and removes its own cookie', async () => {
    const { browser } = await signIn(makePerson())
    const before = browser.cookieFor(base)
    await signIn(makePerson(), browser)
    expect((await app.call('GET', '/api/account', { cookie: before })).status).toBe(401)
    expect(browser.cookieFor(base)).not.toContain('sitewatch-sso')
  })

  it('does not redirect to another site', async () => {
    provider.person = makePerson()
    const { url } = await openBrowser().open(`${base}/sso/start?return=//evil.example`)
    expect(url).toBe(`${base}/`)
  })

  it('refuses a suspended account', async () => {
    const person = makePerson()
    const { browser } = await signIn(person)
    const { id } = (await readAccount(browser)).body.data
    await app.database.admin.query('update users set is_suspended = true where id = $1', [id])
    await expectRefused(openBrowser(), `${base}/sso/start`, 'Your account is suspended', 409)
  })

  it('refuses an address that the provider has not verified', async () => {
    provider.person = makePerson({ email_verified: false })
    await expectRefused(openBrowser(), `${base}/sso/start`, 'not verified', 409)
  })

  it('explains what to do when the provider declines', async () => {
    provider.decline = true
    await expectRefused(openBrowser(), `${base}/sso/start`, 'did not sign you in')
    provider.decline = false
  })
})

describe('a single sign-on callback', () => {
  it('is refused in another browser', async () => {
    const callback = await reachCallback()
    await expectRefused(openBrowser(), callback, 'This sign-in has expired')
  })

  it('is refused when it is repeated', async () => {
    const browser = openBrowser()
    const callback = await reachCallback(browser)
    expect((await browser.open(callback.href)).url).toBe(`${base}/`)
    const { status, text } = await browser.open(callback.href)
    expect([status, text]).toEqual([401, expect.stringContaining('This sign-in has expired')])
  })

  it('is refused after ten minutes', async () => {
    const browser = openBrowser()
    const callback = await reachCallback(browser)
    await app.database.admin.query(`update one_time_tokens set expires_at = expires_at - interval '10 minutes'`)
    await expectRefused(browser, callback, 'This sign-in has expired')
  })

  it('is refused with another state', async () => {
    const browser = openBrowser()
    const callback = await reachCallback(browser)
    callback.searchParams.set('state', 'another')
    await expectUnverified(browser, callback, /"state"/)
  })

  it('is refused with the code of another sign-in, because PKCE binds it to the browser that started it', async () => {
    const stolen = await reachCallback()
    const browser = openBrowser()
    const callback = await reachCallback(browser)
    callback.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    await expectUnverified(browser, callback, /^invalid_grant/)
  })

  it('is refused from another issuer', async () => {
    const browser = openBrowser()
    const callback = await reachCallback(browser)
    callback.searchParams.set('iss', 'https://other.example')
    await expectUnverified(browser, callback, /"iss"/)
  })

  it('is refused without its issuer, if the provider always sends it', async () => {
    const browser = openBrowser()
    const callback = await reachCallback(browser)
    callback.searchParams.delete('iss')
    await expectUnverified(browser, callback, /"iss"/)
  })
})

describe('an ID token', () => {
  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
  const past = inSeconds(-3600)
  it.each([
    ['of another nonce', { nonce: 'another' }, /"nonce"/],
    ['of another issuer', { iss: 'https://other.example' }, /"iss"/],
    ['for another client', { aud: 'another' }, /"aud"/],
    ['that has expired', { iat: past, exp: past + 60 }, /"exp"/],
    ['that is not issued yet', { iat: inSeconds(3600), exp: inSeconds(7200) }, /"iat"/],
    ['of another person than the provider then describes', { sub: 'another' }, /"sub"/],
  ])('%s is refused', async (_name, wrong, reason) => {
    provider.forge((claims) => claims)
    const browser = openBrowser()
    await signIn(makePerson(), browser)
    expect((await readAccount(browser)).status).toBe(200)
    provider.forge((claims) => ({ ...claims, ...wrong }))
    await expectUnverified(openBrowser(), `${base}/sso/start`, reason)
  })

  it('issued a few seconds ahead of our clock is accepted', async () => {
    provider.forge((claims) => ({ ...claims, iat: inSeconds(15) }))
    const browser = openBrowser()
    await signIn(makePerson(), browser)
    expect((await readAccount(browser)).status).toBe(200)
  })

  it('signed with a key that is no longer published is refused', async () => {
    provider.rotateKeys({ published: false })
    await expectUnverified(openBrowser(), `${base}/sso/start`, /key/)
  })

  it('signed with a new key is accepted at once, also when the keys were rotated during the sign-in', async () => {
    const browser = openBrowser()
    provider.rotateKeys()
    const callback = await reachCallback(browser)
    provider.rotateKeys()
    await browser.open(callback.href)
    expect((await readAccount(browser)).status).toBe(200)
  })
})

describe('signing out after single sign-on', () => {
  it('ends the session here, and redirects the browser to end it at the provider', async () => {
    const person = makePerson()
    const { browser } = await signIn(person)
    const before = provider.logins
    await signIn(person, browser)
    expect(provider.logins).toBe(before)
    const cookie = browser.cookieFor(base)
    const { body } = await app.call('DELETE', '/api/session', { cookie })
    expect((await app.call('GET', '/api/account', { cookie })).status).toBe(401)
    const { text, url } = await browser.open(body.data.logout_url)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const confirmed = await fetch(new URL('/session/end/confirm', url), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: browser.cookieFor(url), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    })
    expect(confirmed.headers.get('location')).toBe(`${base}/sign-in`)
    await signIn(person, browser)
    expect(provider.logins).toBe(before + 1)
  })

  it('does not redirect to the provider after a sign-in with a password', async () => {
    const user = await app.makeUser()
    const { body } = await app.call('DELETE', '/api/session', { cookie: await app.signIn(user) })
    expect(body.data).toEqual({ object: 'session', id: body.data.id, deleted: true, logout_url: null })
  })
})

const startOther = (env: Record<string, string>): Promise<TestApp> =>
  startApp({ ...provider.env, ...env }, { database: app.database })

describe('an existing account', () => {
  const start = (cookie: string, json: object = { password: PASSWORD }) =>
    app.call('POST', '/api/account/identities', { cookie, json })
  const link = async (cookie: string, browser: Browser, person: Person) => {
    const started = await start(cookie)
    provider.person = person
    const token = started.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const callback = (await browser.open(started.body.data.url, CALLBACK)).url
    const response = await fetch(callback, {
      redirect: 'manual',
      headers: { cookie: `${cookie}; ${token}`, accept: 'text/html' },
    })
    return { status: response.status, to: response.headers.get('location'), text: await response.text() }
  }

  it('is not taken over by an identity with the same address; it is linked after signing in to it', async () => {
    const user = await app.makeUser()
    const person = makePerson({ email: user.email })
    provider.person = person
    await expectRefused(openBrowser(), `${base}/sso/start`, 'link single sign-on under Settings', 409)
    const cookie = await app.signIn(user)
    expect(await link(cookie, openBrowser(), person)).toMatchObject({ status: 303, to: `${base}/settings/security` })
    expect((await readAccount((await signIn(person)).browser)).body.data.id).toBe(user.id)
    const notices = `select payload ->> 'action' as action from graphile_worker._private_jobs where payload ->> 'user_id' = $1`
    const { rows } = await app.database.admin.query(notices, [user.id])
    expect(rows).toContainEqual({ action: 'identity.linked' })
    const { body } = await app.call('GET', '/api/account/identities', { cookie })
    expect(body.data).toMatchObject([{ object: 'identity', issuer: provider.issuer, email: user.email }])
    expect((await app.call('DELETE', `/api/account/identities/${body.data[0].id}`, { cookie })).status).toBe(200)
  })

  it('is not linked without the session that requested it', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    const browser = openBrowser()
    const started = await start(cookie)
    provider.person = makePerson()
    const callback = (await browser.open(started.body.data.url, CALLBACK)).url
    const token = started.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const response = await fetch(callback, { headers: { cookie: token, accept: 'text/html' } })
    expect(response.status).toBe(401)
    expect((await app.call('GET', '/api/account/identities', { cookie })).body.data).toEqual([])
  })

  it('is not linked from an open browser without the password', async () => {
    const cookie = await app.makeSession((await app.makeUser()).id)
    expectProblem(await start(cookie, {}), 'validation_failed')
    expect(expectProblem(await start(cookie, { password: 'guessed' }), 'validation_failed').errors).toEqual([
      { field: 'password', code: 'invalid_value', message: 'password is incorrect.' },
    ])
    const { browser } = await signIn(makePerson())
    const withoutPassword = browser.cookieFor(base)
    expect((await start(withoutPassword, { password: '' })).status).toBe(200)
    await app.database.admin.query(`update sessions set created_at = created_at - interval '11 minutes'`)
    expect(expectProblem(await start(withoutPassword, { password: '' }), 'not_possible').detail).toContain(
      'sign in again',
    )
  })

  it('with two-factor authentication is not linked without the second factor either', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const call = (method: string, json: object) => app.call(method, '/api/account/two-factor', { cookie, json })
    const { secret } = (await call('POST', { password: PASSWORD })).body.data
    const { recovery_codes } = (await call('PUT', { code: codeOf(secret) })).body.data
    expect(expectProblem(await start(cookie), 'validation_failed').errors).toMatchObject([
      { field: 'code', code: 'required' },
    ])
    expectProblem(await start(cookie, { password: PASSWORD, code: '00000-00000-00000-00000' }), 'validation_failed')
    expect((await start(cookie, { password: PASSWORD, code: recovery_codes[0] })).status).toBe(200)
    const passkey = (json: object) => app.call('POST', '/api/account/passkeys/options', { cookie, json })
    expectProblem(await passkey({ password: PASSWORD }), 'validation_failed')
    expect((await passkey({ password: PASSWORD, code: recovery_codes[1] })).status).toBe(200)
  })

  it('cannot be linked to an identity that signs in to another account', async () => {
    const person = makePerson()
    await signIn(person)
    const cookie = await app.signIn(await app.makeUser())
    const refused = await link(cookie, openBrowser(), person)
    expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('Already linked to another account') })
  })

  it('keeps at least one way to sign in, and a new session replaces the password where one is required', async () => {
    const { browser } = await signIn(makePerson())
    const cookie = browser.cookieFor(base)
    const { body } = await app.call('GET', '/api/account/identities', { cookie })
    const path = `/api/account/identities/${body.data[0].id}`
    expect((await app.call('DELETE', path, { cookie })).body.detail).toContain('Set a password')
    const json = { current_password: '', password: 'a password of my own' }
    await app.database.admin.query(`update sessions set created_at = created_at - interval '11 minutes'`)
    const stale = await app.call('PUT', '/api/account/password', { cookie, json })
    expect(stale.body).toMatchObject({ status: 409, detail: expect.stringContaining('sign in again') })
    await app.database.admin.query(`update sessions set created_at = now()`)
    const set = await app.call('PUT', '/api/account/password', { cookie, json })
    expect(set.status).toBe(200)
    const next = set.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await app.call('DELETE', path, { cookie: next })).status).toBe(200)
    const out = await app.call('DELETE', '/api/session', { cookie: next })
    expect(out.body.data.logout_url).toContain(provider.issuer)
  })
})

describe('single sign-on where sign-up is closed', () => {
  it('refuses unknown people and accepts those who were invited', async () => {
    const closedPort = await freePort()
    const closedBase = `http://127.0.0.1:${closedPort}`
    const otherProvider = await startIdentityProvider(closedBase)
    const closed = await startOther({ ...otherProvider.env, PORT: String(closedPort) })
    otherProvider.person = makePerson()
    const refused = await openBrowser().open(`${closedBase}/sso/start`)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Ask your administrator for an invitation'),
    ])
    await app.database.admin.query(
      `insert into invitations (email, expires_at) values ($1, now() + interval '1 day')`,
      [otherProvider.person.email],
    )
    const browser = openBrowser()
    await browser.open(`${closedBase}/sso/start`)
    expect((await closed.call('GET', '/api/account', { cookie: browser.cookieFor(closedBase) })).status).toBe(200)
    await otherProvider.stop()
    const away = await openBrowser().open(`${closedBase}/sso/start`)
    expect([away.status, away.text]).toEqual([503, expect.stringContaining('does not answer')])
  })
})
