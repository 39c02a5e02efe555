import { ChatName, defineProvider, WebhookUrl } from './definition.ts'

export const mattermost = defineProvider({
  provider_type: 'mattermost',
  label: 'Mattermost',
  description: 'Posts to a channel through an incoming webhook.',
  destination: 'webhook_url',
  fields: {
    webhook_url: {
      schema: WebhookUrl,
      label: 'Webhook URL',
      hint: 'In Mattermost: Integrations, Incoming Webhooks. https://your-server/hooks/…',
      input: 'url',
      secret: true,
    },
    channel: {
      schema: ChatName,
      label: 'Channel',
      hint: 'Overrides the default channel, if the webhook is not locked to it.',
      optional: true,
    },
  },
})
