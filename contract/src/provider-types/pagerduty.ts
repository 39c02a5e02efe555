import { z } from 'zod'

export const pagerduty = {
  provider_type: z.literal('pagerduty'),
  settings: {
    routing_key: z
      .string()
      .trim()
      .max(64)
      .refine((text) => /^[A-Za-z0-9]{32}$/.test(text) || text.startsWith('…'), {
        error: 'must be the 32 characters of an Events API v2 integration key',
        params: { code: 'invalid_format' },
      }),
  },
  optional: {},
  record: { routing_key: z.string().meta({ description: 'Masked' }) },
}
