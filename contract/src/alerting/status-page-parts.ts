import { z } from 'zod'
import { Id, Timestamp } from '../core/fields.ts'

/** Enough for a logo in twice its display size. */
export const MAX_LOGO_BYTES = 100 * 1024
export const MAX_LOGO_SIDE = 2000

export const StatusPageLogo = z
  .strictObject({
    data: z
      .base64()
      .min(1)
      .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4)
      .meta({ description: 'The file in base64: PNG, JPEG or WebP, up to 100 KiB and 2,000 pixels a side' }),
  })
  .meta({ id: 'StatusPageLogo' })

export const StatusSubscriber = z
  .strictObject({
    object: z.literal('status_subscriber'),
    id: Id,
    status_page_id: Id,
    channel: z.enum(['email', 'webhook']),
    name: z.string().meta({ description: 'The e-mail address, or the scheme and host of the webhook' }),
    monitor_ids: z.array(Id).nullable().meta({ description: 'The chosen monitors; null for all components' }),
    website_ids: z.array(Id).nullable().meta({ description: 'The chosen websites; null for all components' }),
    confirmed_at: Timestamp,
    disabled_at: Timestamp.nullable().meta({
      description: 'When messages to it were stopped because they kept failing',
    }),
  })
  .meta({ id: 'StatusSubscriber' })
export type StatusSubscriber = z.infer<typeof StatusSubscriber>
