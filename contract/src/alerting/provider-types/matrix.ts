import { z } from 'zod'
import { defineProvider, secretText } from './definition.ts'

export const matrix = defineProvider({
  provider_type: 'matrix',
  label: 'Matrix',
  description: 'Sends to a room, from an account of your own.',
  destination: 'room_id',
  fields: {
    homeserver_url: {
      schema: z.string().trim().min(1).max(2048),
      label: 'Homeserver URL',
      hint: 'https://matrix.org, or your own server.',
      input: 'url',
    },
    room_id: {
      schema: z
        .string()
        .trim()
        .max(255)
        .regex(/^![^\s/]+$/, { error: 'must be a room ID, such as !abc:example.com' }),
      label: 'Room ID',
      hint: 'In the room’s settings, under Advanced: !abc:example.com. Invite the account to the room first.',
    },
    access_token: {
      schema: secretText(1000, /^[\x21-\x7e]+$/, 'must be an access token'),
      label: 'Access token',
      hint: 'Of the account that sends. In Element: All settings, Help & About, Advanced.',
      secret: true,
    },
  },
})
