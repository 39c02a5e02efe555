import { defineProvider, secretText } from './definition.ts'

const KEY = /^[A-Za-z0-9]{30}$/

export const pushover = defineProvider({
  provider_type: 'pushover',
  label: 'Pushover',
  description: 'Pushes to your phone and desktop.',
  destination: 'user_key',
  fields: {
    user_key: {
      schema: secretText(64, KEY, 'must be the 30 characters of a user or group key'),
      label: 'User or group key',
      hint: '30 characters, on pushover.net after you sign in.',
      secret: true,
    },
    api_token: {
      schema: secretText(64, KEY, 'must be the 30 characters of an application’s API token'),
      label: 'API token',
      hint: 'Of an application that you create on pushover.net/apps/build.',
      secret: true,
    },
  },
})
