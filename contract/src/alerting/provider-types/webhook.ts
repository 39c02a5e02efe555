import { defineProvider, secretText, WebhookUrl } from './definition.ts'

const ERROR = 'must be whsec_ followed by at least 24 bytes in base64 (Standard Webhooks)'

export const webhook = defineProvider({
  provider_type: 'webhook',
  label: 'Webhook',
  description: 'Sends a signed POST request to your own server (Standard Webhooks).',
  destination: 'webhook_url',
  fields: {
    webhook_url: {
      schema: WebhookUrl,
      label: 'URL',
      hint: 'It must respond with 2xx within 15 seconds.',
      input: 'url',
      secret: true,
    },
    signing_secret: {
      schema: secretText(200, /^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/, ERROR),
      label: 'Signing secret',
      hint: 'Your server uses it to verify messages. Copy it now: it will be masked later.',
      secret: true,
      prefill: 'signing_secret',
    },
  },
})
