import { defineProvider, WebhookUrl } from './definition.ts'

export const discord = defineProvider({
  provider_type: 'discord',
  label: 'Discord',
  description: 'Posts to a channel through a webhook.',
  destination: 'webhook_url',
  fields: {
    webhook_url: {
      schema: WebhookUrl,
      label: 'Webhook URL',
      hint: 'In the channel’s settings: Integrations, Webhooks. https://discord.com/api/webhooks/…',
      input: 'url',
      secret: true,
    },
  },
})
