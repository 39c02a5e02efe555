import { createHmac, randomUUID } from 'node:crypto'
import { maskSecret } from '../../../platform/mask.ts'
import { judgeAnswer } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composeWebhook } from '../compose/webhook.ts'
import { secretsOfUrl } from '../../../platform/redact.ts'

/** Signed as Standard Webhooks describes; its three headers are all there is to it. */
export function signWebhook(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

export const webhook: Channel = {
  type: 'webhook',
  secretFields: ['webhook_url', 'signing_secret'],
  urlField: 'webhook_url',
  describeTarget: ({ webhook_url }) => maskSecret(webhook_url ?? ''),
  async send({ webhook_url, signing_secret }, message, { egress }, repeat_key) {
    const now = new Date()
    const body = JSON.stringify(composeWebhook(message, now))
    // The same for every try of one message: the receiver can tell a repeat by it.
    const id = repeat_key ?? `test-${randomUUID()}`
    const seconds = Math.floor(now.getTime() / 1000)
    const result = await egress.request({
      url: webhook_url ?? '',
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signWebhook(signing_secret ?? '', id, seconds, body),
      },
      body,
      timeout_ms: 15_000,
      follow_redirects: 0,
      verify_tls: true,
    })
    return judgeAnswer(result, { far: 'The webhook', secrets: [...secretsOfUrl(webhook_url ?? ''), signing_secret] })
  },
}
