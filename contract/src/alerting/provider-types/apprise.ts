import { z } from 'zod'
import { defineProvider, WebhookUrl } from './definition.ts'

export const apprise = defineProvider({
  provider_type: 'apprise',
  label: 'Apprise',
  description: 'Sends to the services of your own Apprise API server.',
  destination: 'webhook_url',
  fields: {
    webhook_url: {
      schema: WebhookUrl,
      label: 'Notify URL',
      hint: 'With the key of a stored configuration: https://apprise.example.com/notify/KEY',
      input: 'url',
      secret: true,
    },
    tag: {
      schema: z.string().trim().min(1).max(200).nullable(),
      label: 'Tag',
      hint: 'Only services with this tag. All if empty.',
      optional: true,
    },
  },
})
