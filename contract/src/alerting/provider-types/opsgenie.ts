import { z } from 'zod'
import { defineProvider, secretText } from './definition.ts'

export const opsgenie = defineProvider({
  provider_type: 'opsgenie',
  label: 'Opsgenie',
  description: 'Alerts the person on call, and closes the alert when the incident is resolved.',
  destination: 'api_key',
  fields: {
    api_key: {
      schema: secretText(
        100,
        /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
        'must be the API key of an API integration',
      ),
      label: 'API key',
      hint: 'Of an API integration of your team, with the right to create alerts.',
      secret: true,
    },
    api_url: {
      schema: z.string().trim().min(1).max(2048).nullable(),
      label: 'API URL',
      hint: 'https://api.opsgenie.com if empty. EU: https://api.eu.opsgenie.com',
      input: 'url',
      optional: true,
    },
  },
})
