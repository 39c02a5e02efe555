import { randomUUID } from 'node:crypto'
import { judgeAnswer, parseJson } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composePlainText } from '../compose/plain-text.ts'
import { JSON_TYPE, TIMEOUT_MS } from '../post.ts'

/** An event may have 65,536 bytes. */
const MAX_LENGTH = 10_000

/** Older servers send the wait only in the body. */
function readRetryAfter(body: string): number | undefined {
  const { retry_after_ms } = (parseJson(body) ?? {}) as { retry_after_ms?: unknown }
  return typeof retry_after_ms === 'number' && retry_after_ms > 0
    ? Math.min(Math.ceil(retry_after_ms / 1000), 86_400)
    : undefined
}

export const matrix: Channel = {
  recognisesRepeats: true,
  async send({ homeserver_url, room_id, access_token }, message, { egress }, repeat_key) {
    // The server sends an event once for each transaction id, so a repeat does no harm.
    const transaction = encodeURIComponent(repeat_key ?? `test-${randomUUID()}`)
    const base = (homeserver_url ?? '').replace(/\/+$/, '')
    const room = encodeURIComponent(room_id ?? '')
    const result = await egress.request({
      url: `${base}/_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`,
      method: 'PUT',
      headers: { ...JSON_TYPE, authorization: `Bearer ${access_token ?? ''}` },
      // m.text, because clients show an m.notice without notifying anybody.
      body: JSON.stringify({ msgtype: 'm.text', body: composePlainText(message, MAX_LENGTH), 'm.mentions': {} }),
      timeout_ms: TIMEOUT_MS,
      follow_redirects: 0,
      verify_tls: true,
    })
    const outcome = judgeAnswer(result, { recipient: 'The homeserver', secrets: [access_token] })
    if (outcome.kind !== 'retry' || outcome.retry_after_seconds !== undefined || !result.ok) return outcome
    const retry_after_seconds = readRetryAfter(result.body.toString('utf8'))
    return retry_after_seconds === undefined ? outcome : { ...outcome, retry_after_seconds }
  },
}
