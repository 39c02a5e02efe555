import { describe, expect, it } from 'vitest'
import { accountTasks } from '../../../src/identity/accounts/index.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { readMail } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const app = await startApp({ SMTP_URL: smtp.url, BASE_URL: 'https://watch.example.com/sub' })
const { admin } = app.database
const LINK = /https:\/\/watch\.example\.com\/sub(\/change-email\/[0-9A-Za-z-]+\?to=\S+)/

async function runJobs(): Promise<void> {
  const { rows } = await admin.query<{ payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where t.id = j.task_id
     and t.identifier = 'send_email_change' returning j.payload`,
  )
  const task = accountTasks(app.parts).find(({ name }) => name === 'send_email_change')
  for (const { payload } of rows) await task?.run(payload as never)
}

const mailsTo = (email: string): string[] =>
  smtp.mails.filter(({ to }) => to.includes(email)).map(({ source }) => readMail(source).text)

let serial = 0
const newAddress = (): string => `moved${++serial}@example.com`

async function makeSignedIn(): Promise<TestUser & { cookie: string }> {
  const user = await app.makeUser()
  return { ...user, cookie: await app.makeSession(user.id) }
}

const change = (user: { cookie: string; password: string }, email: string, password = user.password) =>
  app.call('PUT', '/api/account/email', {
    cookie: user.cookie,
    json: { email, password },
    headers: { 'sec-fetch-site': 'same-origin' },
  })

async function requestLink(user: TestUser & { cookie: string }, email: string): Promise<string> {
  expect((await change(user, email)).status).toBe(200)
  await runJobs()
  return LINK.exec(mailsTo(email.toLowerCase()).at(-1) ?? '')?.[1] ?? '/no-link'
}

const emailOf = async ({ id }: { id: number }): Promise<string> =>
  (await admin.query<{ email: string }>('select email from users where id = $1', [id])).rows[0]?.email ?? ''

describe('PUT /api/account/email', () => {
  it('changes nothing before the button behind the link in the mail is pressed, and then the address everywhere', async () => {
    const user = await makeSignedIn()
    const email = newAddress()
    const link = await requestLink(user, email.toUpperCase())
    expect(await emailOf(user)).toBe(user.email)
    const page = await app.call('GET', link)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page.text).toContain('<button class="button button-primary">Change e-mail address</button>')
    expect(await emailOf(user)).toBe(user.email)
    expect((await app.call('POST', link)).text).toContain('E-mail address changed')
    expect(await emailOf(user)).toBe(email)
    const account = await app.call('GET', '/api/account', { cookie: user.cookie })
    expect(account.body.data).toMatchObject({ email, email_verified_at: expect.any(String) })
    const log = await app.call('GET', '/api/audit-log?action=user.email_changed', { key: user.key })
    expect(log.body.data).toMatchObject([
      { actor_id: user.id, ip_address: '127.0.0.1', changes: [{ field: 'email', before: user.email, after: email }] },
    ])
    await app.signIn({ email, password: user.password })
    await expect(app.signIn(user)).rejects.toThrow('401')
  })

  it('shows its confirmation page in the language of the reader', async () => {
    const link = await requestLink(await makeSignedIn(), newAddress())
    const page = await app.call('GET', link, { headers: { 'accept-language': 'de' } })
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('<button class="button button-primary">E-Mail-Adresse ändern</button>')
  })

  it('notifies the old address twice, without naming the new one', async () => {
    const user = await makeSignedIn()
    const email = newAddress()
    const link = await requestLink(user, email)
    expect(mailsTo(user.email)).toEqual([expect.stringContaining('asked to change the e-mail address')])
    await app.call('POST', link)
    await runJobs()
    expect(mailsTo(user.email)).toHaveLength(2)
    expect(mailsTo(user.email)[1]).toContain('was changed')
    for (const text of mailsTo(user.email)) expect(text).not.toContain(email)
  })

  it('gives the same answer for an address of another account, sends no link to it and changes nothing', async () => {
    const [user, other] = [await makeSignedIn(), await app.makeUser()]
    const free = await change(user, newAddress())
    const taken = await change(user, other.email)
    expect([taken.status, taken.body.data]).toEqual([200, free.body.data])
    await runJobs()
    expect(mailsTo(other.email)).toEqual([])
  })

  it('refuses the link when another account took the address in the meantime', async () => {
    const [user, other] = [await makeSignedIn(), await makeSignedIn()]
    const email = newAddress()
    const [link, second] = [await requestLink(user, email), await requestLink(other, email)]
    expect((await app.call('POST', second)).status).toBe(200)
    expectProblem(await app.call('POST', link), 'not_found')
    expect([await emailOf(user), await emailOf(other)]).toEqual([user.email, email])
  })

  it('requires the password, and an address that is new and valid', async () => {
    const user = await makeSignedIn()
    const fields = async (email: string, password?: string) =>
      expectProblem(await change(user, email, password), 'validation_failed').errors?.map(({ field }) => field)
    expect(await fields(newAddress(), 'not the password')).toEqual(['password'])
    expect(await fields(user.email)).toEqual(['email'])
    expect(await fields('nobody')).toEqual(['email'])
    expectProblem(await app.call('PUT', '/api/account/email', { key: user.key, json: {} }), 'insufficient_scope')
  })

  it('sends at most three links an hour to one mailbox', async () => {
    const email = newAddress()
    for (let n = 0; n < 3; n++) expect((await change(await makeSignedIn(), email)).status).toBe(200)
    expectProblem(await change(await makeSignedIn(), email), 'rate_limited')
  })

  it('reports when no mail can be sent', async () => {
    const silent = await startApp()
    const user = await silent.makeUser()
    const answer = await silent.call('PUT', '/api/account/email', {
      cookie: await silent.makeSession(user.id),
      json: { email: newAddress(), password: user.password },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expectProblem(answer, 'mail_not_sent')
  })
})

describe('the link of an e-mail address change', () => {
  const expectRefused = async (link: string): Promise<void> => {
    for (const method of ['GET', 'POST']) expectProblem(await app.call(method, link), 'not_found')
  }

  it('works once', async () => {
    const user = await makeSignedIn()
    const link = await requestLink(user, newAddress())
    await app.call('POST', link)
    await expectRefused(link)
  })

  it('is refused for another address, another account or another time', async () => {
    const [user, other] = [await makeSignedIn(), await makeSignedIn()]
    const [email, next] = [newAddress(), newAddress()]
    const link = await requestLink(user, email)
    const [, id = '', until = '', rest = ''] = /^\/change-email\/(\w+)-(\w+)-(.*)$/.exec(link) ?? []
    await expectRefused(link.replace(encodeURIComponent(email), encodeURIComponent(next)))
    await expectRefused(`/change-email/${other.id.toString(36)}-${until}-${rest}`)
    await expectRefused(`/change-email/${id}-${(Number.parseInt(until, 36) + 1000).toString(36)}-${rest}`)
    await expectRefused(`/change-email/${id}-${(Date.now() - 1000).toString(36)}-${rest}`)
    await expectRefused('/change-email/x')
    expect(await emailOf(user)).toBe(user.email)
  })

  it('stops working with a new password, which the owner of the old address can set', async () => {
    const user = await makeSignedIn()
    const link = await requestLink(user, newAddress())
    await app.call('PUT', '/api/account/password', {
      cookie: user.cookie,
      json: { current_password: user.password, password: 'a new long password' },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await expectRefused(link)
  })

  it('revokes reset links that were sent to the old address', async () => {
    const user = await makeSignedIn()
    await admin.query(
      `insert into password_resets (token_hash, user_id, expires_at) values ('\\x01', $1, now() + interval '1 hour')`,
      [user.id],
    )
    await app.call('POST', await requestLink(user, newAddress()))
    const { rowCount } = await admin.query('select from password_resets where user_id = $1', [user.id])
    expect(rowCount).toBe(0)
  })
})
