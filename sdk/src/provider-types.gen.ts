// Made from the contract by "npm run generate". Do not edit.
import type { ProviderTypeInfo } from './provider-type.ts'

export type ProviderType = 'email' | 'slack' | 'telegram' | 'sms' | 'webhook' | 'discord' | 'pagerduty'

/** Every kind of notification provider, in the order in which they are offered. */
export const PROVIDER_TYPES: Readonly<Record<ProviderType, ProviderTypeInfo>> = {
  email: {
    label: 'E-mail',
    description: 'Sends to any address.',
    destination: 'recipient_email',
    fields: [
      { name: 'recipient_email', label: 'E-mail address', input: 'email', prefill: 'account_email' },
    ],
  },
  slack: {
    label: 'Slack',
    description: 'Posts to a channel through an incoming webhook.',
    destination: 'webhook_url',
    fields: [
      { name: 'webhook_url', label: 'Webhook URL', input: 'url', hint: 'https://hooks.slack.com/services/…', secret: true },
      { name: 'channel', label: 'Channel', input: 'text', hint: 'Overrides the default channel, if the webhook allows it.', optional: true },
      { name: 'username', label: 'Display name', input: 'text', optional: true },
    ],
  },
  telegram: {
    label: 'Telegram',
    description: 'Sends from your own bot to any chat.',
    destination: 'chat_id',
    fields: [
      { name: 'chat_id', label: 'Chat ID', input: 'text', hint: 'A chat ID or an @name.' },
      { name: 'token', label: 'Bot token', input: 'text', hint: 'From @BotFather: 123456:ABC…', secret: true },
    ],
  },
  sms: {
    label: 'SMS',
    description: 'Sends to a phone; 160 characters.',
    destination: 'phone_number',
    fields: [
      { name: 'phone_number', label: 'Phone number', input: 'tel', hint: 'With country code: +15551234567' },
    ],
  },
  webhook: {
    label: 'Webhook',
    description: 'Sends a signed POST request to your own server (Standard Webhooks).',
    destination: 'webhook_url',
    fields: [
      { name: 'webhook_url', label: 'URL', input: 'url', secret: true },
      { name: 'signing_secret', label: 'Signing secret', input: 'text', hint: 'Your server uses it to verify messages. Copy it now: it will be masked later.', secret: true, prefill: 'signing_secret' },
    ],
  },
  discord: {
    label: 'Discord',
    description: 'Posts to a channel through a webhook.',
    destination: 'webhook_url',
    fields: [
      { name: 'webhook_url', label: 'Webhook URL', input: 'url', secret: true },
    ],
  },
  pagerduty: {
    label: 'PagerDuty',
    description: 'Alerts the person on call.',
    destination: 'routing_key',
    fields: [
      { name: 'routing_key', label: 'Integration key', input: 'text', hint: '32 characters, from an Events API v2 integration.', secret: true },
    ],
  },
}
