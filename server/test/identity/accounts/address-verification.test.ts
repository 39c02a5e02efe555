import { SCOPES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { accountTasks } from '../../../src/identity/accounts/index.ts'
import { createReporting, listSends, makeClock, makeReported } from '../../analytics/reports/reporting.ts'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { insertIncident } from '../../support/incidents.ts'
import { readMail } from '../../support/mail.ts'
import { gatewaySettings, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const settings = {
  ...gatewaySettings(await startHttpSink(), smtp.url),
  BASE_URL: 'https://watch.example.com/sub',
  SITEWATCH_SIGNUP: 'open',
}
const app = await startApp(settings)
const { admin } = app.database
const { cookie: administrator } = await app.makeAdministrator()
const LINK = /https:\/\/watch\.example\.com\/sub(\/verify\/[0-9A-Za-z-]+)/

type NewUser = TestUser & { cookie: string }

/** Runs the jobs that sign-up and the password reset queued. */
async function runJobs(): Promise<void> {
  const tasks = accountTasks(app.parts)
  const { rows } = await admin.query<{ identifier: string; payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where t.id = j.task_id
     and t.identifier in ('send_address_verification', 'send_password_reset') returning t.identifier, j.payload`,
  )
  for (const { identifier, payload } of rows) {
    await tasks.find((task) => task.name === identifier)?.run(payload as never)
  }
}

let serial = 0
async function signUp(on: TestApp = app, fields: { email?: string; invitation?: string } = {}): Promise<NewUser> {
  const email = fields.email ?? `newcomer${++serial}@example.com`
  const password = 'a long enough password'
  const made = await on.call('POST', '/api/account', { json: { ...fields, email, password } })
  expect(made.status).toBe(201)
  const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? ''
  const id: number = made.body.data.user.id
  const key = await on.makeKey(id, SCOPES)
  return { id, email, password, cookie, ...key }
}

const mailsTo = (email: string): string[] =>
  smtp.mails.filter(({ to }) => to.includes(email)).map(({ source }) => readMail(source).text)

const linkFor = async (email: string): Promise<string> => {
  await runJobs()
  return LINK.exec(mailsTo(email)[0] ?? '')?.[1] ?? '/no-link'
}

const resend = (on: TestApp, { cookie }: NewUser) =>
  on.call('POST', '/api/account/email-verification', {
    cookie,
    headers: { origin: new URL(settings.BASE_URL).origin },
  })

async function makeOwnProvider({ key, email }: TestUser): Promise<number> {
  const json = { provider_type: 'email', recipient_email: email.toUpperCase(), name: 'Cheap pills' }
  return (await app.call('POST', '/api/providers', { key, json })).body.data.id
}

const isConfirmed = async (provider_id: number): Promise<boolean> => {
  const { rows } = await admin.query<{ confirmed_at: Date | null }>(
    `select confirmed_at from providers where id = $1`,
    [provider_id],
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.confirmed_at != null
}

const readVerifiedAt = async ({ cookie }: NewUser): Promise<string | null> =>
  (await app.call('GET', '/api/account', { cookie })).body.data.email_verified_at

describe('the address of an account created by open sign-up', () => {
  it('gets one mail with a link, and no alert until the button behind the link is pressed', async () => {
    const user = await signUp()
    const provider = await makeOwnProvider(user)
    expect(await isConfirmed(provider)).toBe(false)
    expect(await readVerifiedAt(user)).toBeNull()
    const link = await linkFor(user.email)
    expect(mailsTo(user.email)).toHaveLength(1)
    const page = await app.call('GET', link)
    expect([page.status, page.text.includes('<button '), page.headers.get('cache-control')]).toEqual([
      200,
      true,
      'no-store',
    ])
    expect([await isConfirmed(provider), await readVerifiedAt(user)]).toEqual([false, null])
    for (let n = 0; n < 2; n++) expect((await app.call('POST', link)).status).toBe(200)
    expect([await isConfirmed(provider), await readVerifiedAt(user)]).toEqual([true, expect.any(String)])
    expect(await isConfirmed(await makeOwnProvider(user))).toBe(true)
    const log = await app.call('GET', '/api/audit-log?action=user.email_verified', { key: user.key })
    expect(log.body.data).toMatchObject([{ actor_id: user.id, ip_address: '127.0.0.1' }])
  })

  it('gets the pending alerts once it is verified, while those of other addresses keep waiting', async () => {
    const user = await signUp()
    const provider = await makeOwnProvider(user)
    const json = { provider_type: 'email', recipient_email: 'stranger@example.com' }
    const other = (await app.call('POST', '/api/providers', { key: user.key, json })).body.data.id
    const fields = { friendly_name: 'm', url: 'https://a.example', provider_ids: [provider, other] }
    const monitor = (await app.call('POST', '/api/monitors', { key: user.key, json: fields })).body.data.id
    await insertIncident(app, monitor, { announced: true })
    const waiting = await admin.query(`select from deliveries where team_id = $1 and status = 'pending'`, [user.id])
    expect(waiting.rowCount).toBe(2)
    await admin.query(`delete from graphile_worker._private_jobs where key like 'deliver %'`)
    await app.call('POST', await linkFor(user.email))
    expect([await isConfirmed(provider), await isConfirmed(other)]).toEqual([true, false])
    const { rows } = await admin.query(`select key from graphile_worker._private_jobs where key like 'deliver %'`)
    expect(rows).toEqual([{ key: `deliver ${provider}` }])
  })

  it('gets no report before it is verified, neither scheduled nor on demand', async () => {
    const user = await signUp()
    const website = await makeReported(app, user, { enabled_at: '2026-11-04T00:00:00Z' })
    await createReporting(app, makeClock('2026-11-09T12:00:00Z')).tick()
    const [send] = await listSends(app, website)
    expect([send?.status, send?.reason]).toEqual(['skipped', expect.stringContaining('not verified')])
    const sendNow = () =>
      app.call('POST', `/api/v1/websites/${website}/report/send`, { key: user.key, json: { period: 'weekly' } })
    expect(expectProblem(await sendNow(), 'report_not_sent').detail).toContain('not verified')
    expect(mailsTo(user.email)).toEqual([])
    await app.call('POST', await linkFor(user.email))
    expect((await sendNow()).status).toBe(200)
  })

  it('is verified when a new password is chosen with the link from a mail', async () => {
    const user = await signUp()
    const provider = await makeOwnProvider(user)
    expect(await isConfirmed(provider)).toBe(false)
    await app.call('POST', '/api/password-resets', { json: { email: user.email } })
    await runJobs()
    const token = mailsTo(user.email)
      .map((text) => /token=(\w+)/.exec(text)?.[1])
      .find((found) => found !== undefined)
    const json = { token, password: 'another long password' }
    expect((await app.call('PUT', '/api/password-resets', { json })).status).toBe(200)
    expect(await isConfirmed(provider)).toBe(true)
  })

  it('is verified on a page in the language of the reader', async () => {
    const user = await signUp()
    const page = await app.call('GET', await linkFor(user.email), { headers: { 'accept-language': 'de' } })
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('<button class="button button-primary">Adresse bestätigen</button>')
  })

  it('is not verified by a forged link, the link of another account, or that of a suspended account', async () => {
    const [user, other] = [await signUp(), await signUp()]
    const link = await linkFor(user.email)
    const foreign = (await linkFor(other.email)).slice(0, -22) + link.slice(-22)
    for (const path of [foreign, `${link.slice(0, -22)}${'0'.repeat(22)}`, '/verify/x', '/verify/%00']) {
      for (const method of ['GET', 'POST']) expectProblem(await app.call(method, path), 'not_found')
    }
    await admin.query('update users set is_suspended = true where id = $1', [user.id])
    for (const method of ['GET', 'POST']) expectProblem(await app.call(method, link), 'not_found')
    const { rows } = await admin.query('select email_verified_at from users where id = any($1)', [[user.id, other.id]])
    expect(rows).toEqual([{ email_verified_at: null }, { email_verified_at: null }])
  })

  it('gets the link again on request, at most three mails an hour, also for a new account with the same address', async () => {
    const user = await signUp()
    await runJobs()
    for (let n = 0; n < 2; n++) {
      expect((await resend(app, user)).status).toBe(200)
      await runJobs()
    }
    expect(mailsTo(user.email)).toHaveLength(3)
    const refused = await resend(app, user)
    expectProblem(refused, 'rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    await admin.query('select close_account($1)', [user.id])
    await signUp(app, { email: user.email })
    await runJobs()
    expect(mailsTo(user.email)).toHaveLength(3)
  })

  it('cannot be verified without SMTP_URL, and the response explains that', async () => {
    const mute = await startApp({ SITEWATCH_SIGNUP: 'open', BASE_URL: settings.BASE_URL }, { database: app.database })
    const user = await signUp(mute)
    expect(expectProblem(await resend(mute, user), 'mail_not_sent').detail).toContain('SMTP_URL')
  })
})

describe('the address of an invited account', () => {
  it('is verified from the start, also while sign-up is open', async () => {
    const email = `invited${++serial}@example.com`
    const headers = { origin: new URL(settings.BASE_URL).origin }
    const invited = await app.call('POST', '/api/invitations', { cookie: administrator, json: { email }, headers })
    const invitation = new URL(invited.body.data.url as string).searchParams.get('invitation') ?? ''
    const user = await signUp(app, { email, invitation })
    expect(await readVerifiedAt(user)).toEqual(expect.any(String))
    expect(await isConfirmed(await makeOwnProvider(user))).toBe(true)
    expect((await resend(app, user)).body.data.message).toContain('already verified')
    await runJobs()
    expect(mailsTo(email)).toEqual([])
  })
})
