import { z } from 'zod'
import { field } from '../../core/settings-field.ts'

export const expiry_notice_days = field(z.array(z.int().min(1).max(365)).max(10), {
  label: 'Expiry notices',
  help: 'Days before the certificate or the domain registration expires on which to notify; empty: never',
  default: [21, 7, 1],
})
