import { describe, expect, it } from 'vitest'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { accountTasks } from '../../../src/identity/accounts/index.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const sink = await startSmtpSink()
const BASE = 'https://watch.example.com/watch'
const app = await startApp({ SMTP_URL: sink.url, BASE_URL: BASE, SITEWATCH_MAIL_FROM: 'Watch <watch@example.com>' })
const NEW = 'another long password'

const change = (cookie: string, current_password: string, password = NEW) =>
  app.call('PUT', '/api/account/password', { cookie, json: { current_password, password } })

const signIn = (email: string, password: string) => app.call('POST', '/api/session', { json: { email, password } })

describe('PUT /api/account/password', () => {
  it('ends every other session, rotates this one, and leaves keys alone', async () => {
    const user = await app.makeUser()
    const [here, there] = [await app.makeSession(user.id), await app.makeSession(user.id)]
    const answer = await change(here, user.password)
    expect(answer.status).toBe(200)
    expect(answer.body.data.object).toBe('acknowledgement')
    const rotated = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(rotated).not.toBe(here)
    for (const cookie of [here, there]) {
      expectProblem(await app.call('GET', '/api/account', { cookie }), 'unauthenticated')
    }
    expect((await app.call('GET', '/api/account', { cookie: rotated })).status).toBe(200)
    expect((await app.call('GET', '/api/keys', { key: user.key })).status).toBe(200)
    expectProblem(await signIn(user.email, user.password), 'unauthenticated')
    expect((await signIn(user.email, NEW)).status).toBe(201)
  })

  it('answers 422 when the current password is wrong, and changes nothing', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const { errors } = expectProblem(await change(cookie, 'not the password'), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'current_password', code: 'invalid_value' }])
    expect((await app.call('GET', '/api/account', { cookie })).status).toBe(200)
  })

  it('serves many concurrent changes over a small connection pool', async () => {
    const small = await startApp({}, { poolSize: 2 })
    const users = await Promise.all(Array.from({ length: 8 }, () => small.makeUser()))
    const cookies = await Promise.all(users.map((user) => small.makeSession(user.id)))
    const answers = await Promise.all(
      cookies.map((cookie) =>
        small.call('PUT', '/api/account/password', {
          cookie,
          json: { current_password: users[0]?.password, password: NEW },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  it('treats the same text in another Unicode form as the same password', async () => {
    const user = await app.makeUser()
    await change(await app.makeSession(user.id), user.password, 'caf\u00e9 caf\u00e9 caf\u00e9')
    expect((await signIn(user.email, 'cafe\u0301 cafe\u0301 cafe\u0301')).status).toBe(201)
  })
})

describe('a forgotten password', () => {
  const requestReset = (email: string) => app.call('POST', '/api/password-resets', { json: { email } })
  const reset = (token: string, password = NEW) =>
    app.call('PUT', '/api/password-resets', { json: { token, password } })

  async function receiveToken(user: TestUser): Promise<string> {
    sink.mails.length = 0
    await requestReset(user.email.toUpperCase())
    const worker = await startWorkerRole(app.parts)
    const mail = await sink.waitFor(user.email)
    await worker.stop()
    const text = mail.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(mail.from).toBe('watch@example.com')
    expect(text).toMatch(/^Subject: Reset your Sitewatch password\r$/m)
    const token = new RegExp(`^${BASE}/reset-password\\?token=(\\w{43})\\r$`, 'm').exec(text)?.[1]
    expect(token).toBeDefined()
    return token ?? ''
  }

  it('is replaced with the token from the mail, which works once, and every session ends', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const token = await receiveToken(user)
    expect((await reset(token)).status).toBe(200)
    const notices = `select payload ->> 'action' as action from graphile_worker._private_jobs where payload ->> 'user_id' = $1`
    const { rows } = await app.database.admin.query(notices, [user.id])
    expect(rows).toContainEqual({ action: 'user.password_reset' })
    expectProblem(await app.call('GET', '/api/account', { cookie }), 'unauthenticated')
    expect((await signIn(user.email, NEW)).status).toBe(201)
    const { errors } = expectProblem(await reset(token, 'yet another password'), 'validation_failed')
    expect(errors).toMatchObject([{ field: 'token', code: 'invalid_value' }])
  })

  it('is not replaced with an expired token, an older one, or one from before a password change', async () => {
    const user = await app.makeUser()
    const older = await receiveToken(user)
    const newer = await receiveToken(user)
    expectProblem(await reset(older), 'validation_failed')
    await app.database.admin.query('update password_resets set expires_at = now() where user_id = $1', [user.id])
    expectProblem(await reset(newer), 'validation_failed')

    const kept = await receiveToken(user)
    await change(await app.makeSession(user.id), user.password)
    expectProblem(await reset(kept), 'validation_failed')
  })

  it('gets the same response for an unknown address, and no mail is sent', async () => {
    const user = await app.makeUser()
    const [known, unknown] = [await requestReset(user.email), await requestReset('nobody@example.com')]
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(unknown.text).toBe(known.text)
    sink.mails.length = 0
    const worker = await startWorkerRole(app.parts)
    await sink.waitFor(user.email)
    await expect
      .poll(async () => (await app.database.admin.query('select 1 from graphile_worker._private_jobs')).rowCount)
      .toBe(0)
    await worker.stop()
    const recipients = sink.mails.flatMap(({ to }) => to)
    expect(recipients.filter((to) => to === user.email)).toHaveLength(1)
    expect(recipients).not.toContain('nobody@example.com')
  })

  it('is mailed three times per hour to an address at most, known or not, also across processes', async () => {
    const second = await startApp({}, { database: app.database })
    const user = await app.makeUser()
    for (const email of [user.email, `nobody-${user.email}`]) {
      const ask = (target: typeof app) => target.call('POST', '/api/password-resets', { json: { email } })
      for (const target of [app, second, app]) expect((await ask(target)).status).toBe(200)
      expectProblem(await ask(second), 'rate_limited')
      const refused = await app.call('POST', '/api/password-resets', { json: { email: email.toUpperCase() } })
      expectProblem(refused, 'rate_limited')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    }
    const { rows } = await app.database.admin.query(
      `select payload->>'user_id' as user_id from graphile_worker._private_jobs where payload->>'user_id' = $1`,
      [user.id],
    )
    expect(rows).toHaveLength(3)
  })

  it('leaves no token in clear in the database', async () => {
    const user = await app.makeUser()
    const token = await receiveToken(user)
    const { rows } = await app.database.admin.query('select r::text as row from password_resets r where user_id = $1', [
      user.id,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(token)
    expect(rows[0].row).not.toContain(Buffer.from(token).toString('hex'))
  })
})

describe('DELETE /api/account', () => {
  it('requires the password, deletes everything, and clears the cookie', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const remove = (password: string) => app.call('DELETE', '/api/account', { cookie, json: { password } })
    expectProblem(await remove('not the password'), 'validation_failed')
    const deleted = await remove(user.password)
    expect(deleted.body).toEqual({ data: { object: 'user', id: user.id, deleted: true } })
    expect(deleted.headers.get('set-cookie')).toMatch(/^__Host-sitewatch=; Max-Age=0;/)
    expectProblem(await app.call('GET', '/api/account', { cookie }), 'unauthenticated')
    expectProblem(await app.call('GET', '/api/keys', { key: user.key }), 'unauthenticated')
    await accountTasks(app.parts)
      .find(({ name }) => name === 'delete_team')
      ?.run({ team_id: user.id } as never)
    const { rows } = await app.database.admin.query('select 1 from api_keys where user_id = $1', [user.id])
    expect(rows).toEqual([])
  })
})
