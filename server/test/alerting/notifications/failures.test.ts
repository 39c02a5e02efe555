import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { gatewaySettings, type SinkAnswer, SMS_SID, SMS_TOKEN, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink({
  async onMail({ to }) {
    if (to[0]?.startsWith('full')) throw Object.assign(new Error('5.2.2 Mailbox full'), { responseCode: 552 })
    if (to[0]?.startsWith('later')) throw Object.assign(new Error('4.3.0 Try later'), { responseCode: 451 })
    if (to[0]?.startsWith('echo'))
      throw Object.assign(new Error('you said planted-smtp-password'), { responseCode: 550 })
  },
})
const http = await startHttpSink()
// The user name has a percent sign that encodes nothing, as people write it.
const settings = gatewaySettings(http, smtp.url.replace('smtp://', 'smtp://10%-mailer:planted-smtp-password@'))
const app = await startApp(settings)
const caller = await makeCaller(app)

async function failTest(fields: object, by = caller) {
  const id = await by.make('/api/providers', fields)
  const problem = expectProblem(await by.call('POST', `/api/providers/${id}/test`), 'provider_test_failed')
  const { last_delivery } = (await by.call('GET', `/api/providers/${id}`)).body.data
  expect(last_delivery).toMatchObject({ kind: 'test', outcome: 'failed', message: problem.detail })
  expect(problem.detail?.length).toBeLessThanOrEqual(300)
  return problem.detail ?? ''
}

let serial = 0
function slackAnswering(answer: SinkAnswer | ((path: string, body: string) => SinkAnswer)): object {
  const path = `/services/T0FAILURE/B0FAILURE/planted-webhook-secret-${++serial}`
  http.on(path, (request) => (typeof answer === 'function' ? answer(path, request.body) : answer))
  return { provider_type: 'slack', webhook_url: http.url + path }
}
const telegram = (secret: string) => ({ provider_type: 'telegram', chat_id: 1, token: `99:${secret}` })
const SMS_PATH = `/2010-04-01/Accounts/${SMS_SID}/Messages.json`
const sms = { provider_type: 'sms', phone_number: '+15550007777' }

describe('a failed test', () => {
  it.each([
    [404, 'no_service'],
    [400, 'invalid_payload'],
    [403, 'action_prohibited'],
    [410, 'channel_is_archived'],
    [500, 'rollup_error'],
  ])('reports the answer of Slack: %i %s', async (status, body) => {
    expect(await failTest(slackAnswering({ status, body }))).toBe(`Slack returned ${status}: ${body}`)
  })

  it('reports an empty answer of Slack, and a redirect, which is not followed', async () => {
    expect(await failTest(slackAnswering({ status: 502, body: '' }))).toBe('Slack returned 502.')
    const moved = { status: 302, body: 'moved', headers: { location: 'http://127.0.0.1:1/' } }
    expect(await failTest(slackAnswering(moved))).toBe('Slack returned 302: moved')
  })

  it.each([
    [401, 'Unauthorized'],
    [400, 'Bad Request: chat not found'],
    [403, 'Forbidden: bot was blocked by the user'],
  ])('reports the description that Telegram returned with %i', async (status, description) => {
    const body = JSON.stringify({ ok: false, error_code: status, description })
    const secret = `failing-bot-${status}`
    http.on(`/bot99:${secret}/sendMessage`, () => ({ status, body, type: 'application/json' }))
    expect(await failTest(telegram(secret))).toBe(`Telegram returned ${status}: ${description}`)
  })

  it('reports a 200 answer of Telegram whose body is not ok', async () => {
    http.on('/bot99:not-quite-telegram/sendMessage', () => ({ status: 200, body: '<html>login</html>' }))
    expect(await failTest(telegram('not-quite-telegram'))).toBe('Telegram returned 200: <html>login</html>')
  })

  it('reports the message of the SMS gateway', async () => {
    const gatewayError = { code: 21211, message: "The 'To' number is not a valid phone number.", status: 400 }
    http.on(SMS_PATH, () => ({ status: 400, body: JSON.stringify(gatewayError), type: 'application/json' }))
    expect(await failTest(sms)).toBe(`The SMS gateway returned 400: ${gatewayError.message}`)
    http.on(SMS_PATH, () => ({ status: 201, body: JSON.stringify({ status: 'failed', message: 'Landline' }) }))
    expect(await failTest(sms)).toBe('The SMS gateway returned 201: Landline')
  })

  it('reports the answer of the mail server', async () => {
    const mail = (name: string) => ({ provider_type: 'email', recipient_email: `${name}@example.com` })
    expect(await failTest(mail('full'))).toBe('The mail server responded: 552 5.2.2 Mailbox full')
    expect(await failTest(mail('later'))).toBe('The mail server responded: 451 4.3.0 Try later')
  })

  it('reports an unreachable host without its address or internal error text', async () => {
    const unreachable = await startApp(
      {
        ...settings,
        SMTP_URL: 'smtp://127.0.0.1:1',
        SITEWATCH_TELEGRAM_API: 'http://127.0.0.1:1',
        SITEWATCH_SMS_API: 'http://127.0.0.1:1',
      },
      { database: app.database },
    )
    const { user } = caller
    const by = {
      ...caller,
      call: ((method, path, json) =>
        unreachable.call(method, path, { key: user.key, ...(json !== undefined && { json }) })) as typeof caller.call,
    }
    expect(await failTest({ provider_type: 'email', recipient_email: 'a@example.com' }, by)).toBe(
      'The mail server is unreachable (ESOCKET).',
    )
    expect(await failTest(telegram('nobody'), by)).toBe('Telegram is unreachable: Connection refused.')
    expect(await failTest(sms, by)).toBe('The SMS gateway is unreachable: Connection refused.')
    expect(await failTest({ provider_type: 'slack', webhook_url: 'http://127.0.0.1:1/services/x' }, by)).toBe(
      'Slack is unreachable: Connection refused.',
    )
  })
})

describe('the error of a failed test', () => {
  it('redacts the webhook URL, in full, in part, escaped or in capitals', async () => {
    const echoes: ((path: string) => string)[] = [
      (path) => http.url + path,
      (path) => `no such hook: ${path}`,
      (path) => path.replaceAll('/', String.raw`\/`),
      (path) => encodeURIComponent(path),
      (path) => path.toUpperCase(),
      (path) => path.slice(-20),
      (path) => `<a href="${path}">`,
      (path) => JSON.stringify({ error: { path } }),
      (path) => `${'x'.repeat(285)}${path}`,
    ]
    for (const echo of echoes) {
      const detail = await failTest(slackAnswering((path) => ({ status: 400, body: echo(path) })))
      expect(detail.toLowerCase()).not.toMatch(/planted|webhook-s|secret|t0failure|b0failure/)
    }
  })

  it('redacts the token or the login of a gateway', async () => {
    const token = 'planted-bot-secret-41c7'
    http.on(`/bot99:${token}/sendMessage`, ({ path }) => ({
      status: 404,
      body: JSON.stringify({ ok: false, description: `Not found: ${path}` }),
    }))
    expect(await failTest(telegram(token))).toBe('Telegram returned 404: Not found: /bot[redacted]/sendMessage')
    http.on(SMS_PATH, ({ headers, path }) => ({
      status: 401,
      body: `${headers.authorization} ${SMS_SID}:${SMS_TOKEN} ${path}`,
    }))
    const detail = await failTest(sms)
    expect(detail).toContain('The SMS gateway returned 401: Basic [redacted]')
    expect(detail).not.toMatch(/planted|77d1|5f2b81e|QUNwbGFudGVk/)
  })

  it('redacts the password of a mail server', async () => {
    const detail = await failTest({ provider_type: 'email', recipient_email: 'echo@example.com' })
    expect(detail).toBe('The mail server responded: 550 you said [redacted]')
  })

  it.each([
    ['a megabyte', 'A'.repeat(1024 * 1024)],
    ['a NUL and other controls', 'bad\0thing\x1b[31m\x07\u202Ered'],
    ['bytes that are no text', '\uFFFD\uFFFD'],
    ['an emoji where it is cut', `${'x'.repeat(277)}😀😀😀😀`],
    ['line ends', 'one\r\ntwo\n\n three'],
    ['half of a pair', JSON.stringify({ message: 'x\ud83d' })],
  ])('is one short line when the answer is %s', async (_, body) => {
    const detail = await failTest(slackAnswering({ status: 400, body }))
    expect(detail).toMatch(/^Slack returned 400: [^\p{Cc}\p{Cf}\p{Cs}]*$/u)
    expect(detail.isWellFormed()).toBe(true)
  })
})

describe('a provider whose gateway is not configured', () => {
  it('can be created, and its test names the missing settings', async () => {
    const withoutGateways = await makeCaller(await startApp({}, { database: app.database }))
    expect(await failTest({ provider_type: 'email', recipient_email: 'a@example.com' }, withoutGateways)).toBe(
      'E-mail is not configured: the administrator must set SMTP_URL.',
    )
    expect(await failTest(sms, withoutGateways)).toBe(
      'SMS is not configured: the administrator must set SITEWATCH_SMS_ACCOUNT_SID, SITEWATCH_SMS_AUTH_TOKEN, SITEWATCH_SMS_FROM.',
    )
    const half = { SITEWATCH_SMS_ACCOUNT_SID: 'AC1', SITEWATCH_SMS_AUTH_TOKEN: 'secret' }
    const partly = await makeCaller(await startApp(half, { database: app.database }))
    expect(await failTest(sms, partly)).toBe('SMS is not configured: the administrator must set SITEWATCH_SMS_FROM.')
  })
})
