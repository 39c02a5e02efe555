import { defineProvider, WebhookUrl } from './definition.ts'

export const google_chat = defineProvider({
  provider_type: 'google_chat',
  label: 'Google Chat',
  description: 'Posts to a space through a webhook.',
  destination: 'webhook_url',
  fields: {
    webhook_url: {
      schema: WebhookUrl,
      label: 'Webhook URL',
      hint: 'In the space: Apps & integrations, Webhooks. https://chat.googleapis.com/v1/spaces/…',
      input: 'url',
      secret: true,
    },
  },
})
