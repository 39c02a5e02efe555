import { judgeAnswer } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composePlainText } from '../compose/plain-text.ts'
import { composeTestTitle, composeTitle, cutText } from '../compose/words.ts'
import { isUrgent, type Message } from '../message.ts'
import { JSON_TYPE, TIMEOUT_MS } from '../post.ts'
import { secretsOfUrl } from '../../../platform/redact.ts'

const MAX_LENGTH = 10_000
const MAX_TITLE_LENGTH = 250
/** No services are stored under the key of the URL. */
const NOTHING_STORED = 204
/** At least one of the services failed; it is retried, because an alert that arrives twice does less harm than none. */
const SERVICE_FAILED = 424

function compose(message: Message): object {
  const body = composePlainText(message, MAX_LENGTH)
  if (message.kind === 'test') return { title: composeTestTitle(message), body, type: 'info' }
  const type = isUrgent(message) ? 'failure' : message.kind === 'resolved' ? 'success' : 'info'
  return { title: cutText(composeTitle(message), MAX_TITLE_LENGTH), body, type }
}

export const apprise: Channel = {
  async send({ webhook_url, tag }, message, { egress }) {
    const result = await egress.request({
      url: webhook_url ?? '',
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ ...compose(message), format: 'text', ...(tag && { tag }) }),
      timeout_ms: TIMEOUT_MS,
      follow_redirects: 0,
      verify_tls: true,
    })
    if (result.ok && result.status === NOTHING_STORED)
      return { kind: 'permanent', reason: 'Apprise has no services stored under the key of this URL.' }
    const outcome = judgeAnswer(result, { recipient: 'Apprise', secrets: secretsOfUrl(webhook_url ?? '') })
    if (outcome.kind !== 'permanent' || !result.ok || result.status !== SERVICE_FAILED) return outcome
    return { kind: 'retry', reason: outcome.reason }
  },
}
