import { defineProvider, secretText, WebhookUrl } from './definition.ts'

/** An uncompressed P-256 point: 65 bytes, the first one is 4. */
const PUBLIC_KEY = /^B[A-Za-z0-9_-]{86}=?$/
const AUTH_SECRET = /^[A-Za-z0-9_-]{22}={0,2}$/

export const web_push = defineProvider({
  provider_type: 'web_push',
  label: 'Browser push',
  description: 'Shows notifications on this computer or phone, even while Sitewatch is closed.',
  destination: 'endpoint',
  subscribes_browser: true,
  fields: {
    endpoint: {
      schema: WebhookUrl,
      label: 'Endpoint',
      hint: 'Of the browser’s push subscription.',
      input: 'url',
      secret: true,
    },
    p256dh: {
      schema: secretText(100, PUBLIC_KEY, 'must be the public key of a push subscription, 65 bytes in base64url'),
      label: 'Public key',
      hint: 'keys.p256dh of the subscription.',
      secret: true,
    },
    auth: {
      schema: secretText(
        50,
        AUTH_SECRET,
        'must be the authentication secret of a push subscription, 16 bytes in base64url',
      ),
      label: 'Authentication secret',
      hint: 'keys.auth of the subscription.',
      secret: true,
    },
  },
})
