import type { Channel } from '../channel.ts'
import { composeChatCard } from '../compose/chat-card.ts'
import { postJson } from '../post.ts'

export const google_chat: Channel = {
  send: ({ webhook_url }, message, gateways) =>
    postJson(gateways, { url: webhook_url, body: composeChatCard(message), recipient: 'Google Chat' }),
}
