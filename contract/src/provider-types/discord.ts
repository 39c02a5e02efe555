import { z } from 'zod'

export const discord = {
  provider_type: z.literal('discord'),
  settings: { webhook_url: z.string().trim().min(1).max(2048) },
  optional: {},
  record: { webhook_url: z.string().meta({ description: 'Masked' }) },
}
