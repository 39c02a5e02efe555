import { afterAll, describe, expect, it } from 'vitest'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { PASSWORD, startApp, type TestUser } from '../../support/app.ts'
import { readMail } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { codeOf } from '../../support/totp.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_TRUSTED_PROXIES: '127.0.0.1/32' })
const worker = await startWorkerRole(app.parts)
afterAll(() => worker.stop())
const { admin } = app.database

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36'

const readSubjects = ({ email }: TestUser): (string | undefined)[] =>
  sink.mails.filter(({ to }) => to.includes(email)).map(({ source }) => readMail(source).headers.get('subject'))

/** All mails of the account, after every job has run. */
async function listSubjects(user: TestUser): Promise<(string | undefined)[]> {
  const waiting = `select 1 from graphile_worker.jobs where task_identifier = 'send_security_notice' and attempts = 0`
  await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: 20_000 }).toBe(0)
  await expect
    .poll(async () => (await admin.query('select from graphile_worker.jobs where locked_by is not null')).rowCount)
    .toBe(0)
  return readSubjects(user)
}

const signIn = ({ email }: TestUser, address: string, user_agent = FIREFOX) =>
  app.call('POST', '/api/session', {
    json: { email, password: PASSWORD },
    headers: { 'x-forwarded-for': address, 'user-agent': user_agent },
  })

const NEW_PLACE = 'New sign-in to your Sitewatch account'

describe('the owner of an account gets a mail', () => {
  it('when somebody signs in from a network or a browser that was not seen before', async () => {
    const user = await app.makeUser()
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) await signIn(user, address)
    await signIn(user, '2001:db8::1')
    await signIn(user, '2001:db8::2')
    expect(await listSubjects(user)).toEqual([NEW_PLACE, NEW_PLACE, NEW_PLACE])
    await signIn(user, '203.0.113.1', FIREFOX.replaceAll('145', '146'))
    await signIn(user, '203.0.113.1', CHROME)
    expect(await listSubjects(user)).toHaveLength(4)
    const last = readMail(sink.mails.findLast(({ to }) => to.includes(user.email))?.source ?? '')
    expect(last.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC, 203\.0\.113\.1, Chrome on Linux/)
    const stored = await admin.query('select browser from sign_in_browsers where user_id = $1 order by 1', [user.id])
    expect(stored.rows).toEqual([{ browser: 'Chrome on Linux' }, { browser: 'Firefox on Linux' }])
  })

  it('but not for signing up, and not at an address that is not verified', async () => {
    const email = `unverified-${Date.now()}@example.com`
    const user = await app.makeUser()
    await admin.query('update users set email = $2, email_verified_at = null where id = $1', [user.id, email])
    await signIn({ ...user, email }, '203.0.113.9')
    expect(await listSubjects({ ...user, email })).toEqual([])
  })

  it('when the password changes, two-factor authentication is disabled or an API key is created in the dashboard', async () => {
    const user = await app.makeUser()
    const cookie = await app.makeSession(user.id)
    const call = (method: string, path: string, json: object, as: object = { cookie }) =>
      app.call(method, path, { ...as, json })
    const key = await call('POST', '/api/keys', { name: 'ci', scopes: ['monitors:read'] })
    expect(key.status).toBe(201)
    expect((await call('POST', '/api/keys', { name: 'ci', scopes: ['monitors:read'] }, { key: user.key })).status).toBe(
      201,
    )
    const { secret } = (await call('POST', '/api/account/two-factor', { password: PASSWORD })).body.data
    const { recovery_codes } = (await call('PUT', '/api/account/two-factor', { code: codeOf(secret) })).body.data
    const off = { password: PASSWORD, code: recovery_codes[0] }
    expect((await call('DELETE', '/api/account/two-factor', off)).status).toBe(200)
    const password = { current_password: PASSWORD, password: 'another horse battery' }
    expect((await call('PUT', '/api/account/password', password)).status).toBe(200)
    expect((await listSubjects(user)).toSorted()).toEqual([
      'An API key of your Sitewatch account was created',
      'Two-factor authentication of your Sitewatch account was disabled',
      'Your Sitewatch password was changed',
    ])
  })
})
