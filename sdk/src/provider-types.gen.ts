// Made from the contract by "npm run generate". Do not edit.
import type { ProviderTypeInfo } from './provider-type.ts'

export type ProviderType = 'email' | 'slack' | 'telegram' | 'sms' | 'webhook' | 'discord' | 'pagerduty' | 'apprise' | 'google_chat' | 'matrix' | 'mattermost' | 'ntfy' | 'opsgenie' | 'pushover' | 'teams' | 'web_push'

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
      { name: 'webhook_url', label: 'Webhook URL', input: 'url', hint: 'From api.slack.com/apps, Incoming Webhooks: https://hooks.slack.com/services/…', secret: true },
      { name: 'channel', label: 'Channel', input: 'text', hint: 'Overrides the default channel, if the webhook allows it.', optional: true },
      { name: 'username', label: 'Display name', input: 'text', optional: true },
    ],
  },
  telegram: {
    label: 'Telegram',
    description: 'Sends from your own bot to any chat.',
    destination: 'chat_id',
    fields: [
      { name: 'chat_id', label: 'Chat ID', input: 'text', hint: 'Such as -1001234567890, or the @name of a public channel. Add the bot to the chat first.' },
      { name: 'token', label: 'Bot token', input: 'text', hint: 'Send /newbot to @BotFather to get one: 123456:ABC…', secret: true },
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
      { name: 'webhook_url', label: 'URL', input: 'url', hint: 'It must respond with 2xx within 15 seconds.', secret: true },
      { name: 'signing_secret', label: 'Signing secret', input: 'text', hint: 'Your server uses it to verify messages. Copy it now: it will be masked later.', secret: true, prefill: 'signing_secret' },
    ],
  },
  discord: {
    label: 'Discord',
    description: 'Posts to a channel through a webhook.',
    destination: 'webhook_url',
    fields: [
      { name: 'webhook_url', label: 'Webhook URL', input: 'url', hint: 'In the channel’s settings: Integrations, Webhooks. https://discord.com/api/webhooks/…', secret: true },
    ],
  },
  pagerduty: {
    label: 'PagerDuty',
    description: 'Alerts the person on call.',
    destination: 'routing_key',
    fields: [
      { name: 'routing_key', label: 'Integration key', input: 'text', hint: 'At the service: Integrations, Events API v2. 32 characters.', secret: true },
    ],
  },
  apprise: {
    label: 'Apprise',
    description: 'Sends to the services of your own Apprise API server.',
    destination: 'webhook_url',
    fields: [
      { name: 'webhook_url', label: 'Notify URL', input: 'url', hint: 'With the key of a stored configuration: https://apprise.example.com/notify/KEY', secret: true },
      { name: 'tag', label: 'Tag', input: 'text', hint: 'Only services with this tag. All if empty.', optional: true },
    ],
  },
  google_chat: {
    label: 'Google Chat',
    description: 'Posts to a space through a webhook.',
    destination: 'webhook_url',
    fields: [
      { name: 'webhook_url', label: 'Webhook URL', input: 'url', hint: 'In the space: Apps & integrations, Webhooks. https://chat.googleapis.com/v1/spaces/…', secret: true },
    ],
  },
  matrix: {
    label: 'Matrix',
    description: 'Sends to a room, from an account of your own.',
    destination: 'room_id',
    fields: [
      { name: 'homeserver_url', label: 'Homeserver URL', input: 'url', hint: 'https://matrix.org, or your own server.' },
      { name: 'room_id', label: 'Room ID', input: 'text', hint: 'In the room’s settings, under Advanced: !abc:example.com. Invite the account to the room first.' },
      { name: 'access_token', label: 'Access token', input: 'text', hint: 'Of the account that sends. In Element: All settings, Help & About, Advanced.', secret: true },
    ],
  },
  mattermost: {
    label: 'Mattermost',
    description: 'Posts to a channel through an incoming webhook.',
    destination: 'webhook_url',
    fields: [
      { name: 'webhook_url', label: 'Webhook URL', input: 'url', hint: 'In Mattermost: Integrations, Incoming Webhooks. https://your-server/hooks/…', secret: true },
      { name: 'channel', label: 'Channel', input: 'text', hint: 'Overrides the default channel, if the webhook is not locked to it.', optional: true },
    ],
  },
  ntfy: {
    label: 'ntfy',
    description: 'Pushes to phones and browsers that subscribe to a topic.',
    destination: 'topic',
    fields: [
      { name: 'topic', label: 'Topic', input: 'text', hint: 'Anybody who knows the topic can read it: choose one that cannot be guessed.' },
      { name: 'server_url', label: 'Server', input: 'url', hint: 'https://ntfy.sh if empty.', optional: true },
      { name: 'ntfy_token', label: 'Access token', input: 'text', hint: 'Only for a protected topic: tk_…', optional: true, secret: true },
    ],
  },
  opsgenie: {
    label: 'Opsgenie',
    description: 'Alerts the person on call, and closes the alert when the incident is resolved.',
    destination: 'api_key',
    fields: [
      { name: 'api_key', label: 'API key', input: 'text', hint: 'Of an API integration of your team, with the right to create alerts.', secret: true },
      { name: 'api_url', label: 'API URL', input: 'url', hint: 'https://api.opsgenie.com if empty. EU: https://api.eu.opsgenie.com', optional: true },
    ],
  },
  pushover: {
    label: 'Pushover',
    description: 'Pushes to your phone and desktop.',
    destination: 'user_key',
    fields: [
      { name: 'user_key', label: 'User or group key', input: 'text', hint: '30 characters, on pushover.net after you sign in.', secret: true },
      { name: 'api_token', label: 'API token', input: 'text', hint: 'Of an application that you create on pushover.net/apps/build.', secret: true },
    ],
  },
  teams: {
    label: 'Microsoft Teams',
    description: 'Posts to a channel or chat through a workflow.',
    destination: 'webhook_url',
    fields: [
      { name: 'webhook_url', label: 'Workflow URL', input: 'url', hint: 'In Teams: Workflows, “Send webhook alerts to a channel”. Copy the URL it shows at the end.', secret: true },
    ],
  },
  web_push: {
    label: 'Browser push',
    description: 'Shows notifications on this computer or phone, even while Sitewatch is closed.',
    destination: 'endpoint',
    subscribes_browser: true,
    fields: [
      { name: 'endpoint', label: 'Endpoint', input: 'url', hint: 'Of the browser’s push subscription.', secret: true },
      { name: 'p256dh', label: 'Public key', input: 'text', hint: 'keys.p256dh of the subscription.', secret: true },
      { name: 'auth', label: 'Authentication secret', input: 'text', hint: 'keys.auth of the subscription.', secret: true },
    ],
  },
}
