import { defineProvider, WebhookUrl } from './definition.ts'

export const teams = defineProvider({
  provider_type: 'teams',
  label: 'Microsoft Teams',
  description: 'Posts to a channel or chat through a workflow.',
  destination: 'webhook_url',
  fields: {
    webhook_url: {
      schema: WebhookUrl,
      label: 'Workflow URL',
      hint: 'In Teams: Workflows, “Send webhook alerts to a channel”. Copy the URL it shows at the end.',
      input: 'url',
      secret: true,
    },
  },
})
