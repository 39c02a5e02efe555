import { Email } from '../../identity/accounts.ts'
import { defineProvider } from './definition.ts'

export const email = defineProvider({
  provider_type: 'email',
  label: 'E-mail',
  description: 'Sends to any address.',
  destination: 'recipient_email',
  reaches_person: true,
  fields: {
    recipient_email: { schema: Email, label: 'E-mail address', input: 'email', prefill: 'account_email' },
  },
})
