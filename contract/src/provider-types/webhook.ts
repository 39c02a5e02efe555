import { z } from 'zod'

export const webhook = {
  provider_type: z.literal('webhook'),
  settings: {
    webhook_url: z.string().trim().min(1).max(2048),
    signing_secret: z
      .string()
      .trim()
      .max(200)
      .refine((text) => /^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/.test(text) || text.startsWith('…'), {
        error: 'must be whsec_ and at least 24 bytes in base64, as Standard Webhooks has it',
        params: { code: 'invalid_format' },
      }),
  },
  optional: {},
  record: {
    webhook_url: z.string().meta({ description: 'Masked' }),
    signing_secret: z.string().meta({ description: 'Masked' }),
  },
}
