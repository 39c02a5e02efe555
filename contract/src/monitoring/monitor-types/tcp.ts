import { z } from 'zod'
import { defineMonitorType } from '../monitor-type.ts'
import { field } from '../../core/settings-field.ts'
import { expiry_notice_days } from './expiry-fields.ts'
import { starttls, verify_tls } from './tls-fields.ts'

/** Control characters cannot be typed into a form or a shell, so they can be written as escapes. */
const Text = z
  .string()
  .min(1)
  .max(1024)
  .regex(/^(?:[^\\]|\\(?:[rnt0\\]|x[0-9A-Fa-f]{2}))*$/, {
    error: 'must use only the escapes \\r, \\n, \\t, \\0, \\\\ and \\xHH',
  })
  .nullable()

export const tcp = defineMonitorType({
  label: 'TCP port',
  description: 'Connects to a port, and optionally sends a text and checks the reply.',
  url: { label: 'Host and port', placeholder: 'mail.example.com:25' },
  settings: {
    starttls,
    verify_tls,
    expiry_notice_days,
    send: field(Text, {
      label: 'Text to send',
      help: 'For example PING\\r\\n. Escapes: \\r, \\n, \\t, \\0, \\\\ and \\xHH',
      default: null,
    }),
    expect: field(Text, {
      label: 'Expected reply',
      help: 'Text that the first 64 KiB of the reply must contain, with the same escapes',
      default: null,
    }),
  },
})
