import { z } from 'zod'

const Short = z.string().trim().min(1).max(200).nullable()

export const slack = {
  provider_type: z.literal('slack'),
  settings: { webhook_url: z.string().trim().min(1).max(2048) },
  optional: { channel: Short.optional(), username: Short.optional() },
  record: {
    webhook_url: z.string().meta({ description: 'Masked' }),
    channel: z.string().nullable(),
    username: z.string().nullable(),
  },
}
