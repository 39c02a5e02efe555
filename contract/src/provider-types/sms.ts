import { z } from 'zod'

export const sms = {
  provider_type: z.literal('sms'),
  settings: {
    phone_number: z
      .string()
      .trim()
      .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be in E.164 form, such as +15551234567' }),
  },
  optional: {},
  record: { phone_number: z.string() },
}
