import type { Provider } from '@sitewatch/sdk'

export type ProviderKind = Provider['provider_type']

interface KindField {
  /** The API's own name, so that what the server says finds its field. */
  name: string
  label: string
  hint?: string
  type?: 'email' | 'url' | 'tel' | 'text'
  optional?: true
}

interface Kind {
  name: string
  hint: string
  fields: readonly KindField[]
}

/** In the order in which they are offered. */
export const KINDS: Record<ProviderKind, Kind> = {
  email: {
    name: 'E-mail',
    hint: 'To any address.',
    fields: [{ name: 'recipient_email', label: 'Address', type: 'email' }],
  },
  slack: {
    name: 'Slack',
    hint: 'Into a channel, by an incoming webhook.',
    fields: [
      { name: 'webhook_url', label: 'Webhook address', type: 'url', hint: 'https://hooks.slack.com/services/…' },
      { name: 'channel', label: 'Channel', optional: true, hint: 'Where the webhook allows another.' },
      { name: 'username', label: 'Name it posts under', optional: true },
    ],
  },
  telegram: {
    name: 'Telegram',
    hint: 'From your own bot, into any chat.',
    fields: [
      { name: 'token', label: 'Bot token', hint: 'From @BotFather: 123456:ABC…' },
      { name: 'chat_id', label: 'Chat', hint: 'A chat id or an @name.' },
    ],
  },
  sms: {
    name: 'SMS',
    hint: 'To a phone; 160 characters.',
    fields: [{ name: 'phone_number', label: 'Number', type: 'tel', hint: 'With country code: +15551234567' }],
  },
  webhook: {
    name: 'Webhook',
    hint: 'Signed JSON to a server of yours.',
    fields: [
      { name: 'webhook_url', label: 'URL', type: 'url', hint: 'Sends a signed POST request (Standard Webhooks).' },
      {
        name: 'signing_secret',
        label: 'Signing secret',
        hint: 'Generated for you. Copy it to your server now: it is shown masked later.',
      },
    ],
  },
  discord: {
    name: 'Discord',
    hint: 'Into a channel, by a webhook.',
    fields: [{ name: 'webhook_url', label: 'Webhook address', type: 'url' }],
  },
  pagerduty: {
    name: 'PagerDuty',
    hint: 'As an event that pages who is on call.',
    fields: [
      { name: 'routing_key', label: 'Integration key', hint: '32 characters, of an Events API v2 integration.' },
    ],
  },
}

export const KIND_LIST = Object.keys(KINDS) as ProviderKind[]
