import { createHmac, randomUUID } from 'node:crypto'
import type { Channel } from '../channel.ts'
import { composeWebhookEvent } from '../compose/webhook-event.ts'
import { postJson } from '../post.ts'

/** Signed as Standard Webhooks describes; its three headers are all there is to it. */
export function signWebhook(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

export const webhook: Channel = {
  send({ webhook_url, signing_secret }, message, gateways, repeat_key) {
    const now = new Date()
    const body = JSON.stringify(composeWebhookEvent(message, now))
    // The same for every attempt of one message, so that the receiver can detect a repeat.
    const id = repeat_key ?? `test-${randomUUID()}`
    const seconds = Math.floor(now.getTime() / 1000)
    return postJson(gateways, {
      url: webhook_url,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signWebhook(signing_secret ?? '', id, seconds, body),
      },
      body,
      recipient: 'The webhook',
      secrets: [signing_secret],
    })
  },
}
