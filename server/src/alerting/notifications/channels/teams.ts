import type { Channel } from '../channel.ts'
import { composeAdaptiveCard } from '../compose/adaptive-card.ts'
import { postJson } from '../post.ts'

export const teams: Channel = {
  send: ({ webhook_url }, message, gateways) =>
    postJson(gateways, {
      url: webhook_url,
      body: {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: composeAdaptiveCard(message),
          },
        ],
      },
      recipient: 'Microsoft Teams',
    }),
}
