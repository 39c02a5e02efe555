import { defineProvider, secretText } from './definition.ts'

const ERROR = 'must be the 32 characters of an Events API v2 integration key'

export const pagerduty = defineProvider({
  provider_type: 'pagerduty',
  label: 'PagerDuty',
  description: 'Alerts the person on call.',
  destination: 'routing_key',
  fields: {
    routing_key: {
      schema: secretText(64, /^[A-Za-z0-9]{32}$/, ERROR),
      label: 'Integration key',
      hint: 'At the service: Integrations, Events API v2. 32 characters.',
      secret: true,
    },
  },
})
