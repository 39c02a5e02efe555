import type { Provider } from '@sitewatch/sdk'

export type ProviderKind = Provider['provider_type']

export const KIND_NAMES: Record<ProviderKind, string> = {
  email: 'E-mail',
  slack: 'Slack',
  telegram: 'Telegram',
  sms: 'SMS',
  webhook: 'Webhook',
  discord: 'Discord',
  pagerduty: 'PagerDuty',
}

export const KIND_HINTS: Record<ProviderKind, string> = {
  email: 'To any address.',
  slack: 'Into a channel, by an incoming webhook.',
  telegram: 'From your own bot, into any chat.',
  sms: 'To a phone; 160 characters.',
  webhook: 'Signed JSON to a server of yours.',
  discord: 'Into a channel, by a webhook.',
  pagerduty: 'As an event that pages who is on call.',
}

interface KindField {
  name: string
  label: string
  hint?: string
  type?: 'email' | 'url' | 'tel' | 'text'
  optional?: true
}

/** The API's own names, so that what the server says finds its field. */
export const KIND_FIELDS: Record<ProviderKind, readonly KindField[]> = {
  email: [{ name: 'recipient_email', label: 'Address', type: 'email' }],
  slack: [
    { name: 'webhook_url', label: 'Webhook address', type: 'url', hint: 'https://hooks.slack.com/services/…' },
    { name: 'channel', label: 'Channel', optional: true, hint: 'Where the webhook allows another.' },
    { name: 'username', label: 'Name it posts under', optional: true },
  ],
  telegram: [
    { name: 'token', label: 'Bot token', hint: 'From @BotFather: 123456:ABC…' },
    { name: 'chat_id', label: 'Chat', hint: 'A chat id or an @name.' },
  ],
  sms: [{ name: 'phone_number', label: 'Number', type: 'tel', hint: 'With country code: +15551234567' }],
  webhook: [
    { name: 'webhook_url', label: 'Address', type: 'url', hint: 'Gets a POST as Standard Webhooks has it.' },
    { name: 'signing_secret', label: 'Signing secret', hint: 'whsec_ and at least 24 bytes in base64.' },
  ],
  discord: [{ name: 'webhook_url', label: 'Webhook address', type: 'url' }],
  pagerduty: [
    { name: 'routing_key', label: 'Integration key', hint: '32 characters, of an Events API v2 integration.' },
  ],
}
