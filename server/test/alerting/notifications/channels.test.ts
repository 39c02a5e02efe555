import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { CALLER_KINDS, makeCaller } from '../../support/callers.ts'
import { readMail } from '../../support/mail.ts'
import { gatewaySettings, SMS_SID, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const http = await startHttpSink()
const app = await startApp(gatewaySettings(http, smtp.url))
const caller = await makeCaller(app)
const SMS_PATH = `/2010-04-01/Accounts/${SMS_SID}/Messages.json`
const HEADLINE = 'Test notification 🔔 from Sitewatch: alerts will arrive here.'

let serial = 0
/** Each test has its own sink path. */
const place = (): string => `p${++serial}x${'0123456789abcdef'.slice(0, 12)}`

async function test(fields: object, by = caller): Promise<number> {
  const id = await by.make('/api/providers', fields)
  const { status, body, text } = await by.call('POST', `/api/providers/${id}/test`)
  expect([status, text]).toEqual([200, expect.any(String)])
  expect(body).toEqual({
    data: { object: 'provider_test', provider_id: id, success: true, message: 'Test notification sent.' },
  })
  return id
}

describe.each(CALLER_KINDS)('a test message, by %s', (kind) => {
  it('by mail has the headline as subject and first line, one recipient and plain text', async () => {
    const by = await makeCaller(app, kind)
    const recipient_email = `${place()}@example.com`
    await test({ provider_type: 'email', recipient_email, name: 'On call' }, by)
    const mail = await smtp.waitFor(recipient_email)
    expect([mail.from, mail.to]).toEqual(['watch@example.com', [recipient_email]])
    const { headers, text } = readMail(mail.source)
    expect(headers.get('subject')).toBe(HEADLINE)
    expect(headers.get('to')).toBe(recipient_email)
    expect(headers.get('from')).toBe('Sitewatch <watch@example.com>')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text.split(/\r?\n/)).toEqual([HEADLINE, '', 'Provider: On call', '', ...text.split(/\r?\n/).slice(4)])
  })

  it('in Slack has the text, and channel and username when they are set', async () => {
    const by = await makeCaller(app, kind)
    const path = `/services/${place()}`
    await test(
      { provider_type: 'slack', webhook_url: http.url + path, name: 'Chat', channel: '#ops', username: 'w' },
      by,
    )
    const [sent] = http.sentTo(path)
    expect([sent?.method, sent?.headers['content-type']]).toEqual(['POST', 'application/json; charset=utf-8'])
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      text: `${HEADLINE}\nProvider: Chat`,
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      channel: '#ops',
      username: 'w',
    })
    const plain = `/services/${place()}`
    await test({ provider_type: 'slack', webhook_url: http.url + plain }, by)
    expect(Object.keys(JSON.parse(http.sentTo(plain)[0]?.body ?? ''))).toEqual([
      'text',
      'mrkdwn',
      'unfurl_links',
      'unfurl_media',
    ])
  })

  it('in Telegram is sent by the bot to the chat, without a parse mode', async () => {
    const by = await makeCaller(app, kind)
    const secret = place()
    await test({ provider_type: 'telegram', chat_id: -100200, token: `42:${secret}`, name: 'Bot' }, by)
    const [sent] = http.sentTo(`/bot42:${secret}/sendMessage`)
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      chat_id: '-100200',
      text: `${HEADLINE}\nProvider: Bot`,
      link_preview_options: { is_disabled: true },
    })
  })

  it('by SMS is one message in the form of Twilio, in GSM-7 only, without the bell emoji', async () => {
    const by = await makeCaller(app, kind)
    await test({ provider_type: 'sms', phone_number: '+15550009999' }, by)
    const sent = http.sentTo(SMS_PATH).at(-1)
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
      To: '+15550009999',
      From: '+15550001111',
      Body: 'Test notification from Sitewatch: alerts will arrive here.',
    })
  })

  it('is shown by the provider as its last delivery', async () => {
    const by = await makeCaller(app, kind)
    const id = await test({ provider_type: 'slack', webhook_url: `${http.url}/services/${place()}` }, by)
    const { last_delivery } = (await by.call('GET', `/api/providers/${id}`)).body.data
    expect(last_delivery).toEqual({ kind: 'test', outcome: 'sent', message: null, at: expect.stringMatching(/Z$/) })
  })
})

const HOSTILE = {
  markup: '*bold* _it_ [link](http://evil.example) <b>&amp;</b> | `code` ~gone~ > quote <!channel> <@U1> &lt;',
  'line ends': 'first\r\nBcc: victim@example.com\r\n\r\nsecond\nthird',
  '5,000 characters': 'Ä*_[<&|"\\ '.repeat(500).slice(0, 4999) + 'E',
  'emoji, right-to-left, combining': '👩‍👩‍👧‍👦 \u202Egnp.exe\u202C e\u0301 𝕏 \u{1F514}',
  'a dot on a line of its own': 'before\n.\nafter\n..',
  'long words': 'w'.repeat(3000),
}

describe.each(Object.entries(HOSTILE))('a monitor name of %s', (_, name) => {
  it('arrives unchanged in the body of a mail and nowhere else', async () => {
    const recipient_email = `${place()}@example.com`
    await test({ provider_type: 'email', recipient_email, name })
    const mail = await smtp.waitFor(recipient_email)
    expect(mail.to).toEqual([recipient_email])
    const { headers, text } = readMail(mail.source)
    expect(headers.get('subject')).toBe(HEADLINE)
    expect([...headers.keys()]).not.toContain('bcc')
    expect(text.replaceAll('\r\n', '\n')).toContain(`Provider: ${name.replaceAll('\r\n', '\n')}\n`)
    for (const line of mail.source.split('\r\n')) expect(line.length).toBeLessThan(998)
  })

  it('arrives unchanged in Slack, with the three special characters escaped', async () => {
    const path = `/services/${place()}`
    await test({ provider_type: 'slack', webhook_url: http.url + path, name })
    const { text } = JSON.parse(http.sentTo(path)[0]?.body ?? '') as { text: string }
    expect(text).not.toMatch(/[<>]/)
    const shown = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    expect(shown).toBe(`${HEADLINE}\nProvider: ${name}`)
  })

  it('arrives unchanged in Telegram, cut only at the length limit', async () => {
    const secret = place()
    await test({ provider_type: 'telegram', chat_id: 1, token: `7:${secret}`, name })
    const { text } = JSON.parse(http.sentTo(`/bot7:${secret}/sendMessage`)[0]?.body ?? '') as { text: string }
    const whole = `${HEADLINE}\nProvider: ${name}`
    if (whole.length <= 4096) expect(text).toBe(whole)
    else {
      expect(text.length).toBeLessThanOrEqual(4096)
      expect(text.endsWith('…')).toBe(true)
      expect(whole.startsWith(text.slice(0, -1))).toBe(true)
    }
  })

  it('does not prevent an SMS', async () => {
    await test({ provider_type: 'sms', phone_number: '+15550008888', name })
    const body = new URLSearchParams(http.sentTo(SMS_PATH).at(-1)?.body).get('Body') ?? ''
    expect(body).toMatch(/^[ -~]{1,160}$/)
  })
})

describe('text that a user wrote', () => {
  it('in a bot token cannot change the path of the request', async () => {
    const before = http.requests.length
    const id = await caller.make('/api/providers', {
      provider_type: 'telegram',
      chat_id: 1,
      token: '1:x/../../2010-04-01/Accounts?a=#b%2f..',
    })
    await caller.call('POST', `/api/providers/${id}/test`)
    const [sent] = http.requests.slice(before)
    expect(sent?.path).toBe('/bot1:x%2F..%2F..%2F2010-04-01%2FAccounts%3Fa%3D%23b%252f../sendMessage')
  })

  it('of 5,000 emoji is cut between characters in Telegram, not within one', async () => {
    const secret = place()
    await test({ provider_type: 'telegram', chat_id: 1, token: `7:${secret}`, name: '🔔'.repeat(2500) })
    const { text } = JSON.parse(http.sentTo(`/bot7:${secret}/sendMessage`)[0]?.body ?? '') as { text: string }
    expect([text.length <= 4096, text.isWellFormed()]).toEqual([true, true])
  })

  it('makes an SMS of at most 160 characters of GSM-7', () => {
    const sent = http.sentTo(SMS_PATH).map((request) => new URLSearchParams(request.body).get('Body') ?? '')
    expect(sent.length).toBeGreaterThan(5)
    for (const body of sent) expect(body).toMatch(/^[ -~]{1,160}$/)
  })
})
