import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, type WebhookRequest, WebhookVerificationError } from './webhook.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"type":"test","timestamp":"2026-11-16T09:30:00.000Z","data":{"message":"Grüße 🔔"}}'

function sign({ secret = SECRET, seconds = Math.floor(Date.now() / 1000) } = {}): Record<string, string> {
  const key = Buffer.from(secret.slice(6), 'base64')
  const digest = createHmac('sha256', key).update(`m-1.${seconds}.${BODY}`).digest('base64')
  return { 'webhook-id': 'm-1', 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${digest}` }
}

describe('verifyWebhook', () => {
  it('agrees with the example of Standard Webhooks', async () => {
    const payload = await verifyWebhook<object>({
      body: '{"test": 2432232314}',
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      secret: SECRET,
      tolerance_seconds: Infinity,
    })
    expect(payload).toEqual({ test: 2_432_232_314 })
  })

  it.each<[string, Partial<WebhookRequest>]>([
    ['text', {}],
    ['bytes and Headers', { body: new TextEncoder().encode(BODY), headers: new Headers(sign()) }],
    ['one of two secrets', { secret: [OTHER, SECRET] }],
    [
      'one of two signatures',
      { headers: { ...sign(), 'webhook-signature': `v1a,x v1,AAAA ${sign()['webhook-signature']}` } },
    ],
  ])('returns the payload: %s', async (_case, changes) => {
    const payload = await verifyWebhook({ body: BODY, headers: sign(), secret: SECRET, ...changes })
    expect(payload).toEqual(JSON.parse(BODY))
  })

  const now = Math.floor(Date.now() / 1000)
  it.each<[string, Partial<WebhookRequest>]>([
    ['another secret', { secret: OTHER }],
    ['another body', { body: BODY.replace('test', 'tost') }],
    ['another id', { headers: { ...sign(), 'webhook-id': 'm-2' } }],
    ['an old message', { headers: sign({ seconds: now - 400 }) }],
    ['a message from the future', { headers: sign({ seconds: now + 400 }) }],
    ['a timestamp that is no number', { headers: { ...sign(), 'webhook-timestamp': 'now' } }],
    ['no signature', { headers: { ...sign(), 'webhook-signature': '' } }],
    ['a signature of another version', { headers: { ...sign(), 'webhook-signature': 'v2,AAAA' } }],
    ['a signature that is not base64', { headers: { ...sign(), 'webhook-signature': 'v1,???' } }],
    ['no headers', { headers: {} }],
  ])('refuses %s', async (_case, changes) => {
    const verified = verifyWebhook({ body: BODY, headers: sign(), secret: SECRET, ...changes })
    await expect(verified).rejects.toBeInstanceOf(WebhookVerificationError)
  })
})
