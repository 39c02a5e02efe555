import { createHmac } from 'node:crypto'
import type { DeliveryOutcome, Gateways } from './channel.ts'
import { postJson } from './post.ts'

/** The signature of Standard Webhooks, whose only requirements are the three headers below. */
function signWebhook(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

export interface SignedPost {
  url: string | null | undefined
  secret: string | null | undefined
  /** The same for every attempt of one message, so that the receiver can detect a repeat. */
  id: string
  event: object
  now: Date
}

export function postSigned(gateways: Pick<Gateways, 'egress'>, post: SignedPost): Promise<DeliveryOutcome> {
  const { url, secret, id, event, now } = post
  const body = JSON.stringify(event)
  const seconds = Math.floor(now.getTime() / 1000)
  return postJson(gateways, {
    url,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signWebhook(secret ?? '', id, seconds, body),
    },
    body,
    recipient: 'The webhook',
    secrets: [secret],
    isOwnServer: true,
  })
}
