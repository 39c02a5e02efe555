import { describe, expect, it } from 'vitest'
import { openProvider } from '../../../src/alerting/notifications/store.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { insertIncident } from '../../support/incidents.ts'
import { readMail } from '../../support/mail.ts'
import { gatewaySettings, SMS_SID, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const http = await startHttpSink()
const settings = { ...gatewaySettings(http, smtp.url), BASE_URL: 'https://watch.example.com/sub' }
const app = await startApp({ ...settings, SITEWATCH_SIGNUP: 'open' })
const closed = await startApp(settings, { database: app.database })
const SMS_PATH = `/2010-04-01/Accounts/${SMS_SID}/Messages.json`

const isConfirmed = (on: TestApp, { user }: Caller, id: number): Promise<boolean> =>
  on.parts.postgres.asUser({ team_id: user.id, user_id: user.id, system: true }, async (tx) => {
    const { is_confirmed } = await openProvider(tx, on.parts.vault, id)
    return is_confirmed
  })

let serial = 0
const newAddress = (): string => `stranger${++serial}@example.com`
const LINK = /https:\/\/watch\.example\.com\/sub(\/confirm\/[0-9A-Za-z-]+)/

async function askByMail(caller: Caller, name = 'Mine'): Promise<{ id: number; path: string; address: string }> {
  const address = newAddress()
  const id = await caller.make('/api/providers', { provider_type: 'email', recipient_email: address, name })
  expect((await caller.call('POST', `/api/providers/${id}/test`)).status).toBe(200)
  const { text } = readMail((await smtp.waitFor(address)).source)
  return { id, address, path: LINK.exec(text)?.[1] ?? 'no link' }
}

describe('with open sign-up', () => {
  it.each([
    ['an e-mail address', { provider_type: 'email', recipient_email: 'stranger@example.com' }, false],
    ['a number', { provider_type: 'sms', phone_number: '+15551112222' }, false],
    ['Slack', { provider_type: 'slack', webhook_url: 'https://hooks.example.com/x' }, true],
    ['Telegram', { provider_type: 'telegram', chat_id: 1, token: '1:abcdefgh' }, true],
  ])('%s', async (_, fields, confirmed) => {
    const caller = await makeCaller(app)
    expect(await isConfirmed(app, caller, await caller.make('/api/providers', fields))).toBe(confirmed)
  })

  it("the account's own address needs no confirmation, whatever the case", async () => {
    const caller = await makeCaller(app)
    const recipient_email = caller.user.email.toUpperCase()
    const id = await caller.make('/api/providers', { provider_type: 'email', recipient_email })
    expect(await isConfirmed(app, caller, id)).toBe(true)
    await caller.call('POST', `/api/providers/${id}/test`)
    const mail = smtp.mails.find(({ to }) => to[0]?.toLowerCase() === caller.user.email)
    expect(readMail(mail?.source ?? '').text).not.toMatch(LINK)
  })

  it('the test message has the confirmation link; only the button on its page confirms', async () => {
    const caller = await makeCaller(app)
    const { id, path, address } = await askByMail(caller)
    const mail = readMail((await smtp.waitFor(address)).source)
    const headline = 'Test notification 🔔 from Sitewatch: please confirm that alerts may arrive here.'
    expect(mail.headers.get('subject')).toBe(headline)
    expect(mail.text.split(/\r?\n/)[0]).toBe(headline)
    const noted = (await caller.call('GET', `/api/providers/${id}`)).body.data
    expect(noted.last_delivery).toMatchObject({
      outcome: 'sent',
      message: expect.stringContaining('Waiting for the recipient to confirm'),
    })

    const page = await app.call('GET', path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.text).toContain('<form method="post"><button ')
    expect(page.text).not.toContain(address)
    expect((await app.call('HEAD', path)).status).toBe(200)
    expect(await isConfirmed(app, caller, id)).toBe(false)

    const pressed = await app.call('POST', path, { form: {} })
    expect([pressed.status, pressed.text]).toEqual([200, expect.stringContaining('You will receive alerts')])
    expect(await isConfirmed(app, caller, id)).toBe(true)
    expect((await app.call('POST', path)).status).toBe(200)
    const after = (await caller.call('GET', `/api/providers/${id}`)).body.data
    expect(after.updated_at).toBe(noted.updated_at)
    const log = await caller.call('GET', '/api/audit-log?action=provider.confirmed')
    expect(log.body.data).toMatchObject([{ actor_type: 'anonymous', record_id: id, ip_address: '127.0.0.1' }])

    await caller.call('POST', `/api/providers/${id}/test`)
    const later = smtp.mails.filter(({ to }) => to.includes(address)).at(-1)
    expect(readMail(later?.source ?? '').text).not.toMatch(LINK)
  })

  it('the confirmation page and the page of an expired link are in the language of the reader', async () => {
    const { path } = await askByMail(await makeCaller(app))
    const headers = { accept: 'text/html', 'accept-language': 'de' }
    const page = await app.call('GET', path, { headers })
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain('<button class="button button-primary">Alarme erhalten</button>')
    const gone = await app.call('GET', '/confirm/x', { headers })
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('Dieser Link gilt nicht mehr')])
    expect(gone.text).toContain('Bitten Sie den Absender um eine neue Testnachricht.')
  })

  it('a test to an unconfirmed recipient contains no text that a user wrote', async () => {
    const caller = await makeCaller(app)
    const { id, path, address } = await askByMail(caller, 'Buy now at https://spam.example')
    expect((await smtp.waitFor(address)).source).not.toContain('spam')
    expect((await app.call('GET', path)).text).not.toContain('spam')
    await app.call('POST', path)
    await caller.call('POST', `/api/providers/${id}/test`)
    const later = smtp.mails.filter(({ to }) => to.includes(address)).at(-1)
    expect(readMail(later?.source ?? '').text).toContain('Provider: Buy now')
  })

  it('pending alerts are sent once the recipient confirms', async () => {
    const caller = await makeCaller(app)
    const { id, path } = await askByMail(caller)
    const monitor = await caller.make('/api/monitors', { friendly_name: 'm', url: 'https://a.example' })
    await caller.make(`/api/monitors/${monitor}/notifications`, { provider_id: id })
    const { admin } = app.database
    await insertIncident(app, monitor, { announced: true })
    // The worker ran, found no confirmed recipient, and ended.
    await admin.query('delete from graphile_worker._private_jobs')
    const jobs = async () =>
      (await admin.query(`select payload from graphile_worker._private_jobs where key = $1`, [`deliver ${id}`])).rows
    expect((await app.call('GET', path)).status).toBe(200)
    expect(await jobs()).toEqual([])
    expect((await app.call('POST', path)).status).toBe(200)
    expect(await jobs()).toEqual([{ payload: { provider_id: id } }])
  })

  it('an SMS with the confirmation link is one message of GSM-7', async () => {
    const caller = await makeCaller(app)
    const id = await caller.make('/api/providers', { provider_type: 'sms', phone_number: '+15553334444' })
    expect((await caller.call('POST', `/api/providers/${id}/test`)).status).toBe(200)
    const body = new URLSearchParams(http.sentTo(SMS_PATH).at(-1)?.body).get('Body') ?? ''
    expect(body).toMatch(/^Test notification from Sitewatch[ -~]{1,128}$/)
    expect(body.length).toBeLessThanOrEqual(160)
    const path = LINK.exec(body)?.[1] ?? ''
    expect(body.endsWith(path)).toBe(true)
    expect((await app.call('POST', path)).status).toBe(200)
    expect(await isConfirmed(app, caller, id)).toBe(true)
  })

  it('a BASE_URL too long for an SMS is reported, and no partial link is sent', async () => {
    const long = await startApp(
      { ...settings, SITEWATCH_SIGNUP: 'open', BASE_URL: `https://${'long.'.repeat(20)}example.com` },
      { database: app.database },
    )
    const caller = await makeCaller(long)
    const id = await caller.make('/api/providers', { provider_type: 'sms', phone_number: '+15553334444' })
    const before = http.requests.length
    const refused = expectProblem(await caller.call('POST', `/api/providers/${id}/test`), 'provider_test_failed')
    expect(refused.detail).toContain('BASE_URL')
    expect(http.requests).toHaveLength(before)
  })

  it('a changed address must be confirmed again, and the old link is invalid', async () => {
    const caller = await makeCaller(app)
    const { id, path, address } = await askByMail(caller)
    await app.call('POST', path)
    expect(await isConfirmed(app, caller, id)).toBe(true)
    await caller.call('PUT', `/api/providers/${id}`, { name: 'Renamed', recipient_email: address.toUpperCase() })
    expect(await isConfirmed(app, caller, id)).toBe(true)
    await caller.call('PUT', `/api/providers/${id}`, { recipient_email: newAddress() })
    expect(await isConfirmed(app, caller, id)).toBe(false)
    for (const method of ['GET', 'POST']) expectProblem(await app.call(method, path), 'not_found')
    expect(await isConfirmed(app, caller, id)).toBe(false)
    await caller.call('PUT', `/api/providers/${id}`, { recipient_email: caller.user.email })
    expect(await isConfirmed(app, caller, id)).toBe(true)
  })

  it('a forged link or one of another provider is refused', async () => {
    const caller = await makeCaller(app)
    const { id, path } = await askByMail(caller)
    const other = await askByMail(await makeCaller(app))
    const [head, mac] = [path.slice(0, -22), path.slice(-22)]
    const forged = [
      head + mac.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
      head + '0'.repeat(22),
      head + other.path.slice(-22),
      other.path.slice(0, -22) + mac,
      '/confirm/00zzzzzzzzzzz-zzzzzzzzzzz-0000000000000000000000',
      '/confirm/00999999-1-0000000000000000000000',
      '/confirm/x',
      '/confirm/%00',
    ]
    for (const link of forged) {
      for (const method of ['GET', 'POST']) expectProblem(await app.call(method, link), 'not_found')
    }
    expect(await isConfirmed(app, caller, id)).toBe(false)
  })

  it('a link of a deleted provider or a suspended account is invalid', async () => {
    const caller = await makeCaller(app)
    const { id, path } = await askByMail(caller)
    const { admin } = app.database
    await admin.query('update users set is_suspended = true where id = $1', [caller.user.id])
    expectProblem(await app.call('POST', path), 'not_found')
    await admin.query('update users set is_suspended = false where id = $1', [caller.user.id])
    await caller.call('DELETE', `/api/providers/${id}`)
    expectProblem(await app.call('GET', path), 'not_found')
  })

  it('a confirmation link still works after the secret is rotated', async () => {
    const caller = await makeCaller(app)
    const { id, path } = await askByMail(caller)
    const secret = 'another secret of the tests, at least 32 characters'
    const rotated = await startApp(
      {
        ...settings,
        SITEWATCH_SIGNUP: 'open',
        SITEWATCH_SECRET: secret,
        SITEWATCH_SECRET_PREVIOUS: app.parts.config.SITEWATCH_SECRET,
      },
      { database: app.database },
    )
    expect((await rotated.call('POST', path)).status).toBe(200)
    expect(await isConfirmed(rotated, caller, id)).toBe(true)
  })
})

describe('with closed sign-up', () => {
  it('no recipient must confirm', async () => {
    const caller = await makeCaller(closed)
    const address = newAddress()
    const id = await caller.make('/api/providers', { provider_type: 'email', recipient_email: address })
    expect(await isConfirmed(closed, caller, id)).toBe(true)
    await caller.call('POST', `/api/providers/${id}/test`)
    expect(readMail((await smtp.waitFor(address)).source).text).not.toMatch(LINK)
    await caller.call('PUT', `/api/providers/${id}`, { recipient_email: newAddress() })
    expect(await isConfirmed(closed, caller, id)).toBe(true)
  })

  it('a recipient left unconfirmed by open sign-up is confirmed by the next delivered test', async () => {
    const caller = await makeCaller(app)
    const id = await caller.make('/api/providers', { provider_type: 'sms', phone_number: '+15556667777' })
    expect(await isConfirmed(app, caller, id)).toBe(false)
    expect((await closed.call('POST', `/api/providers/${id}/test`, { key: caller.user.key })).status).toBe(200)
    expect(await isConfirmed(app, caller, id)).toBe(true)
  })
})
