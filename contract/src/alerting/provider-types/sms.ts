import { z } from 'zod'
import { defineProvider } from './definition.ts'

export const sms = defineProvider({
  provider_type: 'sms',
  label: 'SMS',
  description: 'Sends to a phone; 160 characters.',
  destination: 'phone_number',
  reaches_person: true,
  uses_sms_budget: true,
  fields: {
    phone_number: {
      schema: z
        .string()
        .trim()
        .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be in E.164 format, such as +15551234567' }),
      label: 'Phone number',
      hint: 'With country code: +15551234567',
      input: 'tel',
    },
  },
})
