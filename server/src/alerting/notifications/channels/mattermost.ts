import type { Channel } from '../channel.ts'
import { composeMarkdown } from '../compose/markdown.ts'
import { composeToFit } from '../compose/words.ts'
import type { Message } from '../message.ts'
import { postJson } from '../post.ts'

/** The limit of older servers; newer ones accept 16,383. */
const MAX_LENGTH = 4000

/** A backslash does not keep Mattermost from notifying a whole channel; a character reference does. */
const escapeMentions = (text: string): string => text.replaceAll('&', '&amp;').replaceAll(/\\?@/g, '&#64;')

const compose = (message: Message): string =>
  composeToFit((max) => escapeMentions(composeMarkdown(message, max)), {
    limit: MAX_LENGTH,
    measure: (text) => text.length,
  })

export const mattermost: Channel = {
  send: ({ webhook_url, channel }, message, gateways) =>
    postJson(gateways, {
      url: webhook_url,
      body: { text: compose(message), ...(channel && { channel }) },
      recipient: 'Mattermost',
    }),
}
