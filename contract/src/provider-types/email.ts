import { z } from 'zod'
import { Email } from '../accounts.ts'

export const email = {
  provider_type: z.literal('email'),
  settings: { recipient_email: Email },
  optional: {},
  record: { recipient_email: z.string() },
}
