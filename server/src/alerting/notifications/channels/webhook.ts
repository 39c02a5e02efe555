import { randomUUID } from 'node:crypto'
import type { Channel } from '../channel.ts'
import { composeWebhookEvent } from '../compose/webhook-event.ts'
import { postSigned } from '../post-signed.ts'

export const webhook: Channel = {
  send({ webhook_url, signing_secret }, message, gateways, repeat_key) {
    const now = new Date()
    return postSigned(gateways, {
      url: webhook_url,
      secret: signing_secret,
      id: repeat_key ?? `test-${randomUUID()}`,
      event: composeWebhookEvent(message, now),
      now,
    })
  },
}
