import { describe, expect, it } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { beginInStep, codeOf } from '../../support/totp.ts'

const app = await startApp()

const start = (cookie: string, password: string) =>
  app.call('POST', '/api/account/two-factor', { cookie, json: { password } })
const confirm = (cookie: string, code: string) => app.call('PUT', '/api/account/two-factor', { cookie, json: { code } })
const signIn = (user: TestUser, code?: string) =>
  app.call('POST', '/api/session', {
    json: { email: user.email, password: user.password, ...(code !== undefined && { code }) },
  })

async function makeProtectedUser() {
  await beginInStep()
  const user = await app.makeUser()
  const cookie = await app.makeSession(user.id)
  const secret = (await start(cookie, user.password)).body.data.secret as string
  const confirmed = await confirm(cookie, codeOf(secret, -1))
  return { user, cookie, secret, recovery_codes: confirmed.body.data.recovery_codes as string[] }
}

describe('enabling two-factor authentication', () => {
  it('requires the password and a code, and shows ten recovery codes once', async () => {
    await beginInStep()
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    expectProblem(await start(cookie, 'not the password'), 'validation_failed')
    const begun = await start(cookie, user.password)
    expect(begun.body.data).toMatchObject({
      object: 'two_factor_setup',
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    })
    expect(begun.body.data.otpauth_url).toContain(`secret=${begun.body.data.secret}`)
    expect((await signIn(user)).status).toBe(201)
    expectProblem(await confirm(cookie, '000000'), 'validation_failed')
    const confirmed = await confirm(cookie, codeOf(begun.body.data.secret as string))
    expect(confirmed.body.data.recovery_codes).toHaveLength(10)
    expect((await app.call('GET', '/api/account', { cookie })).body.data.two_factor_enabled).toBe(true)
    expectProblem(await start(cookie, user.password), 'validation_failed')
    expectProblem(await confirm(cookie, codeOf(begun.body.data.secret as string, 1)), 'validation_failed')
  })

  it('is refused when it was not started', async () => {
    const user = await app.makeUser()
    expectProblem(await confirm(await app.makeSession(user.id), '123456'), 'validation_failed')
  })

  it('keeps the secret encrypted and the recovery codes hashed', async () => {
    const { user, secret, recovery_codes } = await makeProtectedUser()
    const { rows } = await app.database.admin.query(
      `select u::text || encode(totp_secret, 'escape') ||
         (select string_agg(encode(code_hash, 'escape'), '') from recovery_codes where user_id = u.id) as row
       from users u where id = $1`,
      [user.id],
    )
    for (const planted of [secret, ...recovery_codes]) {
      for (const form of [planted, planted.replaceAll('-', ''), Buffer.from(planted).toString('hex')]) {
        expect(rows[0].row).not.toContain(form)
      }
    }
  })
})

describe('signing in with two-factor authentication', () => {
  it('reports that a code is needed only after the correct password', async () => {
    const { user } = await makeProtectedUser()
    const { errors } = expectProblem(await signIn(user), 'unauthenticated')
    expect(errors).toMatchObject([{ field: 'code', code: 'two_factor_required' }])
    const wrong = expectProblem(await signIn({ ...user, password: 'not the password' }), 'unauthenticated')
    expect(wrong.errors).toBeUndefined()
  })

  it('accepts a code once: the same code again, and any older one, is refused', async () => {
    const { user, secret } = await makeProtectedUser()
    const now = codeOf(secret)
    expectProblem(await signIn(user, codeOf(secret, -1)), 'unauthenticated')
    expect((await signIn(user, `${now.slice(0, 3)} ${now.slice(3)}`)).status).toBe(201)
    expectProblem(await signIn(user, now), 'unauthenticated')
    expect((await signIn(user, codeOf(secret, 1))).status).toBe(201)
    expectProblem(await signIn(user, now), 'unauthenticated')
  })

  it('accepts one of many concurrent sign-ins with the same code', async () => {
    const { user, secret } = await makeProtectedUser()
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(user, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401])
  })

  it('refuses a code of another time step', async () => {
    const { user, secret } = await makeProtectedUser()
    for (const step of [-3, 3, 10]) expectProblem(await signIn(user, codeOf(secret, step)), 'unauthenticated')
  })

  it('accepts each recovery code once, however it is typed', async () => {
    const { user, recovery_codes } = await makeProtectedUser()
    const [first = '', second = ''] = recovery_codes
    expect((await signIn(user, first)).status).toBe(201)
    expectProblem(await signIn(user, first), 'unauthenticated')
    expect((await signIn(user, second.replaceAll('-', ' ').toUpperCase())).status).toBe(201)
    const other = await makeProtectedUser()
    expectProblem(await signIn(other.user, recovery_codes[2]), 'unauthenticated')
  })
})

describe('disabling two-factor authentication', () => {
  it('requires the password and a code; afterwards the password is enough and the old codes are invalid', async () => {
    const { user, cookie, secret, recovery_codes } = await makeProtectedUser()
    const stop = (password: string, code: string) =>
      app.call('DELETE', '/api/account/two-factor', { cookie, json: { password, code } })
    expectProblem(await stop('not the password', codeOf(secret)), 'validation_failed')
    expectProblem(await stop(user.password, '000000'), 'validation_failed')
    expect((await stop(user.password, codeOf(secret))).status).toBe(200)
    expect((await signIn(user)).status).toBe(201)
    const { rows } = await app.database.admin.query('select 1 from recovery_codes where user_id = $1', [user.id])
    expect(rows).toEqual([])
    expect(recovery_codes).toHaveLength(10)
  })
})

describe('a new operator secret', () => {
  it('decrypts what the previous one encrypted, and re-wraps the data keys', async () => {
    const { user, secret } = await makeProtectedUser()
    const SITEWATCH_SECRET = 'another secret of the tests, also long enough'
    const rotating = await startApp(
      { SITEWATCH_SECRET, SITEWATCH_SECRET_PREVIOUS: app.parts.config.SITEWATCH_SECRET },
      { database: app.database },
    )
    await rotating.stop()
    const rotated = await startApp({ SITEWATCH_SECRET }, { database: app.database })
    const made = await rotated.call('POST', '/api/session', {
      json: { email: user.email, password: user.password, code: codeOf(secret) },
    })
    expect(made.status).toBe(201)
  })
})
