import type { Channel } from '../channel.ts'
import { composeMarkdown } from '../compose/markdown.ts'
import { postJson } from '../post.ts'

const MAX_LENGTH = 2000
const SUPPRESS_EMBEDS = 4

export const discord: Channel = {
  send: ({ webhook_url }, message, gateways) =>
    postJson(gateways, {
      url: webhook_url,
      body: {
        content: composeMarkdown(message, MAX_LENGTH),
        allowed_mentions: { parse: [] },
        flags: SUPPRESS_EMBEDS,
      },
      recipient: 'Discord',
    }),
}
