import { describe, expect, it } from 'vitest'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { atEnd } from '../../support/at-end.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { readMail } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { codeOf } from '../../support/totp.ts'
import { until } from '../../support/until.ts'

const LIMITED = { SITEWATCH_RATE_SIGNIN_PER_MINUTE: '5', SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8' }
const app = await startApp(LIMITED)

type From = string
const signIn = (target: TestApp, from: From, email: string, password: string, code?: string) =>
  target.call('POST', '/api/session', {
    json: { email, password, ...(code !== undefined && { code }) },
    headers: { 'x-forwarded-for': from },
  })

async function statusesOf(count: number, attempt: (n: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await attempt(n)).status)
  return statuses
}

describe('the sign-in limit of an IP address', () => {
  it('counts all addresses of an IPv6 /64 together', async () => {
    const statuses = await statusesOf(8, (n) =>
      signIn(app, `2001:db8:1:2::${n + 1}`, `someone-${n}@example.com`, 'guess guess'),
    )
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const neighbour = await signIn(app, '2001:db8:1:3::1', 'someone-9@example.com', 'guess guess')
    expect(neighbour.status).toBe(401)
  })
})

describe('the sign-in limit of an IPv6 /48', () => {
  it('is four times that of a /64, and is not used up by one of its networks', async () => {
    const strict = await startApp({ ...LIMITED, SITEWATCH_RATE_SIGNIN_PER_MINUTE: '1' }, { database: app.database })
    const guess = (from: From, n: number) =>
      signIn(strict, from, `${from.replaceAll(/:+/g, '-')}-${n}@example.com`, 'guess guess')
    // What is refused in a /64 does not count for the /48.
    expect(await statusesOf(6, (n) => guess('2001:db8:5:1::1', n))).toEqual([401, 429, 429, 429, 429, 429])
    const spread = await statusesOf(5, (n) => guess(`2001:db8:5:${n + 2}::1`, n))
    expect(spread).toEqual([401, 401, 401, 429, 429])
    expect((await guess('2001:db8:6::1', 1)).status).toBe(401)
    const link = { headers: { 'x-forwarded-for': '2001:db8:5:9::1' } }
    expect((await strict.call('POST', '/sign-in-link/x', link)).status).toBe(429)
  })
})

describe('the sign-in limit of an account', () => {
  it('does not lock out an address that signed in before', async () => {
    const user = await app.makeUser()
    expect((await signIn(app, '2001:db8:2:1::1', user.email, user.password)).status).toBe(201)
    const guesses = await statusesOf(6, (n) => signIn(app, `198.51.100.${n}`, user.email, `guess guess ${n}`))
    expect(guesses).toEqual([401, 401, 401, 401, 429, 429])
    expectProblem(await signIn(app, '198.51.100.77', user.email, user.password), 'rate_limited')
    expect((await signIn(app, '2001:db8:2:1::ffff', user.email, user.password)).status).toBe(201)
  })

  it('still limits guesses from an address that signed in before', async () => {
    const user = await app.makeUser()
    expect((await signIn(app, '198.51.101.1', user.email, user.password)).status).toBe(201)
    const guesses = await statusesOf(6, () => signIn(app, '198.51.101.1', user.email, 'guess guess'))
    expect(guesses.slice(-1)).toEqual([429])
  })

  it('is not used up by requests for a password reset', async () => {
    const user = await app.makeUser()
    const requestReset = (n: number) =>
      app.call('POST', '/api/password-resets', {
        json: { email: user.email },
        headers: { 'x-forwarded-for': `198.51.102.${n}` },
      })
    expect(await statusesOf(6, requestReset)).toEqual([200, 200, 200, 429, 429, 429])
    expect((await signIn(app, '198.51.102.99', user.email, user.password)).status).toBe(201)
  })
})

describe('sign-in limits with several processes', () => {
  it('count across all processes on one database', async () => {
    const second = await startApp(LIMITED, { database: app.database })
    const user = await app.makeUser()
    const targets = [app, second]
    const perAccount = await statusesOf(8, (n) =>
      signIn(targets[n % 2] as TestApp, `198.51.103.${n}`, user.email, `guess guess ${n}`),
    )
    expect(perAccount).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const perAddress = await statusesOf(8, (n) =>
      signIn(targets[n % 2] as TestApp, '198.51.103.200', `else-${n}@example.com`, 'guess guess'),
    )
    expect(perAddress).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })
})

describe('second-factor codes', () => {
  const generous = { SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8' }
  const wrongCode = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')

  async function protect(target: TestApp, user: TestUser): Promise<{ secret: string; recovery_codes: string[] }> {
    const cookie = await target.makeSession(user.id)
    const begun = await target.call('POST', '/api/account/two-factor', { cookie, json: { password: user.password } })
    const secret = begun.body.data.secret as string
    const confirmed = await target.call('PUT', '/api/account/two-factor', { cookie, json: { code: codeOf(secret) } })
    return { secret, recovery_codes: confirmed.body.data.recovery_codes as string[] }
  }

  it('back off after five wrong ones in a row, twice as long after each further one', async () => {
    const target = await startApp(generous)
    const user = await target.makeUser()
    const { secret } = await protect(target, user)
    const signInWrong = (n: number) => signIn(target, `198.51.100.${n}`, user.email, user.password, wrongCode(secret))
    expect(await statusesOf(7, signInWrong)).toEqual([401, 401, 401, 401, 401, 429, 429])
    const waits: number[] = []
    for (let round = 0; round < 3; round++) {
      waits.push(Number((await signInWrong(50)).headers.get('retry-after')))
      await target.database.admin.query(
        `update second_factor_failures set blocked_until = now() - interval '1 second' where user_id = $1`,
        [user.id],
      )
      expect((await signInWrong(60)).status).toBe(401)
    }
    expect(waits.map((wait) => Math.round(wait / 60))).toEqual([1, 2, 4])
  })

  it('sent concurrently are counted before they are compared', async () => {
    const target = await startApp(generous)
    const user = await target.makeUser()
    const { secret } = await protect(target, user)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        signIn(target, `198.51.100.${n}`, user.email, user.password, wrongCode(secret)),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  it('that were guessed elsewhere do not lock out an address that signed in before, and the owner gets one mail', async () => {
    const sink = await startSmtpSink()
    const target = await startApp({ ...generous, SMTP_URL: sink.url })
    const worker = await startWorkerRole(target.parts)
    atEnd(() => worker.stop())
    const user = await target.makeUser()
    expect((await signIn(target, '198.51.100.1', user.email, user.password)).status).toBe(201)
    const { secret, recovery_codes } = await protect(target, user)
    const guesses = await statusesOf(7, (n) =>
      signIn(target, `203.0.113.${n}`, user.email, user.password, wrongCode(secret)),
    )
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expectProblem(await signIn(target, '203.0.113.99', user.email, user.password, recovery_codes[0]), 'rate_limited')
    expect((await signIn(target, '198.51.100.1', user.email, user.password, recovery_codes[0])).status).toBe(201)
    const warnings = () =>
      sink.mails
        .map(({ source }) => readMail(source))
        .filter(({ headers }) => headers.get('subject') === 'Failed two-factor codes for your Sitewatch account')
    await until(() => warnings().length > 0, 'the owner gets a mail about the codes')
    expect(warnings().map(({ text }) => text.includes('password'))).toEqual([true])
  })

  it('also back off where two-factor is turned off', async () => {
    const target = await startApp(generous)
    const user = await target.makeUser()
    const { secret } = await protect(target, user)
    const cookie = await target.makeSession(user.id)
    const disable = () =>
      target.call('DELETE', '/api/account/two-factor', {
        cookie,
        json: { password: user.password, code: wrongCode(secret) },
      })
    expect(await statusesOf(6, disable)).toEqual([422, 422, 422, 422, 422, 429])
  })
})
