import { judgeAnswer } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composePush, topicOf } from '../compose/push.ts'
import { isUrgent, type Message } from '../message.ts'
import { TIMEOUT_MS } from '../post.ts'
import { encryptPush, MAX_PUSH_BYTES, type PushSubscription, signVapid } from '../web-push.ts'
import { secretsOfUrl } from '../../../platform/redact.ts'

/** How long the push service keeps a message for a browser that is off: as long as we would retry ourselves. */
const ALERT_TTL_SECONDS = 24 * 3600
/** Short, because somebody is waiting for it. */
const TEST_TTL_SECONDS = 300

const SUBSCRIBE_AGAIN =
  'Open this provider in the dashboard, in the browser that should get the notifications, and press “Use this browser”.'

/** The subscription no longer exists: notifications were switched off, or the site data was deleted. */
const GONE: readonly number[] = [404, 410]

/** Urgency `high` wakes a phone in power-saving mode. */
function describeDelivery(message: Message): Record<string, string> {
  if (message.kind === 'test') return { ttl: String(TEST_TTL_SECONDS), urgency: 'high' }
  const topic = topicOf(message)
  return {
    ttl: String(ALERT_TTL_SECONDS),
    urgency: isUrgent(message) ? 'high' : 'normal',
    ...(topic !== null && { topic }),
  }
}

function encrypt(subscription: PushSubscription, plain: string): Buffer | null {
  try {
    return encryptPush(Buffer.from(plain), subscription)
  } catch {
    return null
  }
}

export const web_push: Channel = {
  recognisesRepeats: true,
  isTranslated: true,
  async send({ endpoint, p256dh, auth }, message, { config, egress, push_keys }, repeat_key = 'test') {
    const plain = composePush(message, { most: MAX_PUSH_BYTES, repeat_key })
    const body = encrypt({ p256dh: p256dh ?? '', auth: auth ?? '' }, plain)
    if (!body) return { kind: 'permanent', reason: `The browser’s public key is not valid. ${SUBSCRIBE_AGAIN}` }
    const url = endpoint ?? ''
    const contact = `https://${new URL(config.BASE_URL).host}`
    const result = await egress.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        authorization: signVapid(await push_keys.read(), { endpoint: url, contact, now_ms: Date.now() }),
        ...describeDelivery(message),
      },
      body,
      timeout_ms: TIMEOUT_MS,
      follow_redirects: 0,
      verify_tls: true,
    })
    const outcome = judgeAnswer(result, {
      recipient: 'The push service',
      secrets: [...secretsOfUrl(url), p256dh, auth],
    })
    if (!result.ok || !GONE.includes(result.status)) return outcome
    const reason = `The browser no longer accepts notifications (the push service returned ${result.status}). ${SUBSCRIBE_AGAIN}`
    return { kind: 'permanent', reason }
  },
}
