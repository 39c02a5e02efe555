import { z } from 'zod'
import { defineProvider, secretText } from './definition.ts'

export const ntfy = defineProvider({
  provider_type: 'ntfy',
  label: 'ntfy',
  description: 'Pushes to phones and browsers that subscribe to a topic.',
  destination: 'topic',
  fields: {
    topic: {
      schema: z
        .string()
        .trim()
        .regex(/^[-_A-Za-z0-9]{1,64}$/, { error: 'must be 1 to 64 letters, digits, hyphens or underscores' }),
      label: 'Topic',
      hint: 'Anybody who knows the topic can read it: choose one that cannot be guessed.',
    },
    server_url: {
      schema: z.string().trim().min(1).max(2048).nullable(),
      label: 'Server',
      hint: 'https://ntfy.sh if empty.',
      input: 'url',
      optional: true,
    },
    ntfy_token: {
      schema: secretText(200, /^[\x21-\x7e]+$/, 'must be an access token').nullable(),
      label: 'Access token',
      hint: 'Only for a protected topic: tk_…',
      optional: true,
      secret: true,
    },
  },
})
