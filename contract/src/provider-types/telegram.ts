import { z } from 'zod'

export const telegram = {
  provider_type: z.literal('telegram'),
  settings: {
    chat_id: z
      .union([z.string().trim(), z.int()], { error: 'must be a string or an integer' })
      .transform(String)
      .refine((text) => /^(-?\d{1,20}|@[A-Za-z]\w{2,63})$/.test(text), { error: 'must be a chat id or an @name' }),
    token: z
      .string()
      .trim()
      .max(200)
      .refine((text) => /^\d+:\S+$/.test(text) || text.startsWith('…'), {
        error: 'must look like 123456:ABC…',
        params: { code: 'invalid_format' },
      }),
  },
  optional: {},
  record: { chat_id: z.string(), token: z.string().meta({ description: 'Masked' }) },
}
