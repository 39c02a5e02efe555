import { ChatName, defineProvider, WebhookUrl } from './definition.ts'

export const slack = defineProvider({
  provider_type: 'slack',
  label: 'Slack',
  description: 'Posts to a channel through an incoming webhook.',
  destination: 'webhook_url',
  fields: {
    webhook_url: {
      schema: WebhookUrl,
      label: 'Webhook URL',
      hint: 'From api.slack.com/apps, Incoming Webhooks: https://hooks.slack.com/services/…',
      input: 'url',
      secret: true,
    },
    channel: {
      schema: ChatName,
      label: 'Channel',
      hint: 'Overrides the default channel, if the webhook allows it.',
      optional: true,
    },
    username: { schema: ChatName, label: 'Display name', optional: true },
  },
})
