import { t } from '../../../platform/text/index.ts'
import type { Channel } from '../channel.ts'
import { composePlainText } from '../compose/plain-text.ts'
import {
  ACKNOWLEDGE,
  acknowledgeUrlOf,
  composeTestTitle,
  composeTitle,
  composeToFit,
  cutText,
  linkOf,
  linkTextOf,
} from '../compose/words.ts'
import { isUrgent, type Message } from '../message.ts'
import { postJson } from '../post.ts'

const DEFAULT_SERVER = 'https://ntfy.sh'
/** A longer message arrives as a file. */
const MAX_BYTES = 4096
const MAX_TITLE_LENGTH = 250
const PRIORITY = { normal: 3, urgent: 5 }

function compose(message: Message): object {
  const text = composeToFit((max) => composePlainText(message, max), { limit: MAX_BYTES, measure: Buffer.byteLength })
  if (message.kind === 'test') return { title: composeTestTitle(message), message: text }
  const [url, acknowledge_url] = [linkOf(message), acknowledgeUrlOf(message)]
  return {
    title: cutText(composeTitle(message), MAX_TITLE_LENGTH),
    message: text,
    priority: isUrgent(message) ? PRIORITY.urgent : PRIORITY.normal,
    click: url,
    actions: [
      ...(acknowledge_url === null ? [] : [{ action: 'view', label: t(ACKNOWLEDGE), url: acknowledge_url }]),
      { action: 'view', label: linkTextOf(message), url },
    ],
  }
}

export const ntfy: Channel = {
  send: ({ server_url, topic, ntfy_token }, message, gateways) =>
    postJson(gateways, {
      url: server_url ?? DEFAULT_SERVER,
      headers: ntfy_token ? { authorization: `Bearer ${ntfy_token}` } : {},
      body: { topic, ...compose(message) },
      recipient: 'ntfy',
      secrets: [ntfy_token],
    }),
}
