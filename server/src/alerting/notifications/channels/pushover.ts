import { requestTrusted } from '../../../platform/egress/trusted.ts'
import { t } from '../../../platform/text/index.ts'
import { judgeAnswer, parseJson } from '../answer.ts'
import type { Channel } from '../channel.ts'
import { composePlainText } from '../compose/plain-text.ts'
import {
  ACKNOWLEDGE,
  acknowledgeUrlOf,
  composeTestTitle,
  composeTitle,
  cutText,
  linkOf,
  linkTextOf,
} from '../compose/words.ts'
import { isUrgent, type Message } from '../message.ts'
import { JSON_TYPE, TIMEOUT_MS } from '../post.ts'

/** In characters, as Pushover counts them. */
const MAX_LENGTH = 1024
const MAX_TITLE_LENGTH = 250
/** High priority sounds during the quiet hours of the recipient. Emergency priority would have to be acknowledged in the app. */
const PRIORITY = { normal: 0, high: 1 }

function compose(message: Message): object {
  const text = composePlainText(message, MAX_LENGTH)
  if (message.kind === 'test') return { title: composeTestTitle(message), message: text }
  // There is one button. The link to the incident is also in the text.
  const acknowledge_url = acknowledgeUrlOf(message)
  return {
    title: cutText(composeTitle(message), MAX_TITLE_LENGTH),
    message: text,
    url: acknowledge_url ?? linkOf(message),
    url_title: acknowledge_url === null ? linkTextOf(message) : t(ACKNOWLEDGE),
    priority: isUrgent(message) ? PRIORITY.high : PRIORITY.normal,
  }
}

export const pushover: Channel = {
  async send({ user_key, api_token }, message, { config }) {
    const result = await requestTrusted(`${config.SITEWATCH_PUSHOVER_API}/1/messages.json`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ token: api_token, user: user_key, ...compose(message) }),
      timeout_ms: TIMEOUT_MS,
    })
    return judgeAnswer(result, {
      recipient: 'Pushover',
      secrets: [user_key, api_token],
      isAccepted: (body) => (parseJson(body) as { status?: unknown } | undefined)?.status === 1,
    })
  },
}
