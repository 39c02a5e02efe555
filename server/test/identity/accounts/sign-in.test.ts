import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { hashPassword } from '../../../src/identity/accounts/index.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { reportFigure } from '../../support/report.ts'

const app = await startApp()

const signIn = (target: TestApp, email: string, password: string, headers: Record<string, string> = {}) =>
  target.call('POST', '/api/session', { json: { email, password }, headers })

const cookieOf = (answer: { headers: Headers }): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

describe('POST /api/session', () => {
  it('answers 201 with the session and its user, and sets the cookie', async () => {
    const user = await app.makeUser()
    const made = await signIn(app, ` ${user.email.toUpperCase()}`, user.password)
    expect(made.status).toBe(201)
    expect(Object.keys(made.body.data)).toEqual(['object', 'id', 'user', 'expires_at'])
    expect(made.body.data.user).toMatchObject({ object: 'user', id: user.id, email: user.email })
    expect(made.headers.get('location')).toBe(`${app.parts.config.BASE_URL}/api/session`)
    const shown = await app.call('GET', '/api/session', { cookie: cookieOf(made) })
    expect(shown.body).toEqual(made.body)
  })

  it.each([
    ['a wrong password', (email: string) => ({ email, password: 'not the password' })],
    ['an unknown account', () => ({ email: 'nobody@example.com', password: 'correct horse battery' })],
  ] as const)('answers 401 to %s, in the same words, without a cookie', async (_what, credentialsFor) => {
    const user = await app.makeUser()
    const { email, password } = credentialsFor(user.email)
    const answer = await signIn(app, email, password)
    expect(expectProblem(answer, 'unauthenticated').detail).toBe('Incorrect e-mail or password.')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('answers 401 to a suspended account', async () => {
    const user = await app.makeUser()
    await app.database.admin.query('update users set is_suspended = true where id = $1', [user.id])
    const answer = await signIn(app, user.email, user.password)
    expect(expectProblem(answer, 'unauthenticated').detail).toBe('Incorrect e-mail or password.')
  })
})

describe('the session cookie', () => {
  it('over https has __Host-, Secure, HttpOnly, SameSite=Lax, Path=/ and no Domain', async () => {
    const secure = await startApp({ BASE_URL: 'https://watch.example.com' })
    const user = await secure.makeUser()
    const made = await signIn(secure, user.email, user.password)
    expect(made.headers.get('set-cookie')).toMatch(
      /^__Host-sitewatch=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect((await secure.call('GET', '/api/account', { cookie: cookieOf(made) })).status).toBe(200)
    const unprefixed = cookieOf(made).replace('__Host-', '')
    expectProblem(await secure.call('GET', '/api/account', { cookie: unprefixed }), 'unauthenticated')
  })

  it('over plain http has neither the prefix nor Secure, so that people can sign in at all', async () => {
    const user = await app.makeUser()
    const made = await signIn(app, user.email, user.password)
    expect(made.headers.get('set-cookie')).toMatch(
      /^sitewatch=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is cleared with the same attributes', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    const signedOut = await app.call('DELETE', '/api/session', { cookie })
    expect(signedOut.headers.get('set-cookie')).toBe('sitewatch=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  })

  it('is stored only as a hash, which does not sign in', async () => {
    const user = await app.makeUser()
    const cookie = await app.signIn(user)
    const token = cookie.split('=')[1] ?? ''
    const { rows } = await app.database.admin.query<{ token_hash: Buffer; row: string }>(
      'select token_hash, s::text as row from sessions s where user_id = $1',
      [user.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(token)
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const stolen = `sitewatch=${rows[0]?.token_hash.toString(encoding)}`
      expectProblem(await app.call('GET', '/api/account', { cookie: stolen }), 'unauthenticated')
    }
  })
})

describe('session fixation', () => {
  it('never uses a token that an attacker planted', async () => {
    const user = await app.makeUser()
    const planted = `sitewatch=${'A'.repeat(43)}`
    const made = await app.call('POST', '/api/session', {
      json: { email: user.email, password: user.password },
      cookie: planted,
    })
    expect(made.status).toBe(201)
    expect(cookieOf(made)).not.toBe(planted)
    expectProblem(await app.call('GET', '/api/account', { cookie: planted }), 'unauthenticated')
  })

  it("does not turn an attacker's planted session into the victim's, and ends it", async () => {
    const [stranger, victim] = [await app.makeUser(), await app.makeUser()]
    const planted = await app.signIn(stranger)
    const made = await app.call('POST', '/api/session', {
      json: { email: victim.email, password: victim.password },
      cookie: planted,
    })
    const mine = await app.call('GET', '/api/account', { cookie: cookieOf(made) })
    expect(mine.body.data.id).toBe(victim.id)
    expectProblem(await app.call('GET', '/api/account', { cookie: planted }), 'unauthenticated')
  })

  it('rotates the session of this browser on the next sign-in and keeps the others', async () => {
    const user = await app.makeUser()
    const [here, elsewhere] = [await app.signIn(user), await app.signIn(user)]
    const again = await app.call('POST', '/api/session', {
      json: { email: user.email, password: user.password },
      cookie: here,
    })
    expectProblem(await app.call('GET', '/api/account', { cookie: here }), 'unauthenticated')
    expect((await app.call('GET', '/api/account', { cookie: cookieOf(again) })).status).toBe(200)
    expect((await app.call('GET', '/api/account', { cookie: elsewhere })).status).toBe(200)
  })
})

describe('200 password guesses', () => {
  const GUESSES = 200

  async function guess(attempt: (n: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
    const counts: Record<number, number> = {}
    let next = 0
    const work = async (): Promise<void> => {
      for (let n = next++; n < GUESSES; n = next++) {
        const { status } = await attempt(n)
        counts[status] = (counts[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: 20 }, work))
    return counts
  }

  it('for one account from as many addresses are throttled by the account', async () => {
    const guarded = await startApp({
      SITEWATCH_RATE_SIGNIN_PER_MINUTE: '5',
      SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8',
    })
    const user = await guarded.makeUser()
    const from = (n: number) => ({ 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` })
    const spelled = (n: number) => (n % 2 ? user.email : ` ${user.email.toUpperCase()} `)
    expect(await guess((n) => signIn(guarded, spelled(n), `guess ${n}`, from(n)))).toEqual({ 401: 5, 429: GUESSES - 5 })
    const right = await signIn(guarded, user.email, user.password, from(70_000))
    expectProblem(right, 'rate_limited')
    expect(right.headers.get('ratelimit-policy')).toBe('"sign_in_account";q=5;w=60')
    expect((await signIn(guarded, (await guarded.makeUser()).email, user.password, from(70_001))).status).toBe(201)
  })

  it('from one address for as many accounts are throttled by the address', async () => {
    const guarded = await startApp({ SITEWATCH_RATE_SIGNIN_PER_MINUTE: '5' })
    expect(await guess((n) => signIn(guarded, `u${n}@example.com`, 'guess guess'))).toEqual({
      401: 5,
      429: GUESSES - 5,
    })
    const user = await guarded.makeUser()
    expectProblem(await signIn(guarded, user.email, user.password), 'rate_limited')
  })

  it.each([
    ['PUT', '/api/account/password', (n: number) => ({ current_password: `guess ${n}`, password: 'another password' })],
    ['DELETE', '/api/account', (n: number) => ({ password: `guess ${n}` })],
    ['POST', '/api/account/two-factor', (n: number) => ({ password: `guess ${n}` })],
    ['DELETE', '/api/account/two-factor', (n: number) => ({ password: `guess ${n}`, code: '123456' })],
    ['PUT', '/api/account/two-factor', (n: number) => ({ code: String(100_000 + n) })],
  ] as const)('with a stolen session, by %s %s, are throttled too', async (method, path, json) => {
    const guarded = await startApp({ SITEWATCH_RATE_SIGNIN_PER_MINUTE: '5' })
    const user = await guarded.makeUser()
    const cookie = await guarded.makeSession(user.id)
    const statuses = []
    for (let n = 0; n < 8; n++) statuses.push((await guarded.call(method, path, { cookie, json: json(n) })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
  })
})

describe('the response time', () => {
  /** The share of pairs in which the first took longer; one half if there is no difference. */
  async function compare(pairs: number, one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
    const time = async (run: () => Promise<unknown>): Promise<number> => {
      // A request beyond a limit is refused sooner, which would be compared with another refusal.
      await app.database.admin.query('delete from rate_counters')
      const started = performance.now()
      await run()
      return performance.now() - started
    }
    let longer = 0
    for (let n = 0; n < pairs; n++) {
      const [a, b] = n % 2 ? [await time(one), await time(other)] : [await time(other), await time(one)].reverse()
      if ((a ?? 0) > (b ?? 0)) longer++
    }
    return longer / pairs
  }

  // Without a difference, 40 pairs are outside of 15–85 % once in 500,000 runs; a skipped argon2 gives 100 %.
  it('of a refusal is the same for known and unknown accounts', async () => {
    const user = await app.makeUser()
    // The hash of other test users is cheap to verify.
    const hash = await hashPassword('correct horse battery staple')
    await app.database.admin.query('update users set password_hash = $1 where id = $2', [hash, user.id])
    const share = await compare(
      40,
      () => signIn(app, user.email, 'not the password'),
      () => signIn(app, 'nobody@example.com', 'not the password'),
    )
    reportFigure(`known accounts took longer than unknown ones in ${(share * 100).toFixed(0)} % of sign-ins`)
    expect(share).toBeGreaterThan(0.15)
    expect(share).toBeLessThan(0.85)
  })

  it('of a password reset request is the same for known, unknown and suspended accounts', async () => {
    const [user, suspended] = [await app.makeUser(), await app.makeUser()]
    await app.database.admin.query('update users set is_suspended = true where id = $1', [suspended.id])
    const requestReset = (email: string) => async () =>
      expect((await app.call('POST', '/api/password-resets', { json: { email } })).status).toBe(200)
    for (const email of ['nobody@example.com', suspended.email]) {
      const share = await compare(100, requestReset(user.email), requestReset(email))
      expect(share).toBeGreaterThan(0.25)
      expect(share).toBeLessThan(0.75)
    }
  })
})
