import { z } from 'zod'
import { defineMonitorType } from '../monitor-type.ts'
import { field } from '../../core/settings-field.ts'
import { expiry_notice_days } from './expiry-fields.ts'
import { starttls } from './tls-fields.ts'

const ServerName = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*$/, { error: 'must be a host name' })
  .refine((name) => !/^\d+(?:\.\d+){3}$/.test(name), {
    error: 'must be a host name',
    params: { code: 'invalid_format' },
  })
  .nullable()

export const tls = defineMonitorType({
  label: 'TLS certificate',
  description: 'Checks that a server presents a valid certificate.',
  url: { label: 'Host and port', placeholder: 'example.com:443' },
  settings: {
    min_tls_version: field(z.enum(['1.2', '1.3']), {
      label: 'Minimum TLS version',
      help: 'An older version counts as down',
      default: '1.2',
    }),
    server_name: field(ServerName, {
      label: 'Server name',
      help: 'Name to ask for (SNI) and to find in the certificate; empty: the host',
      default: null,
    }),
    starttls,
    expiry_notice_days,
  },
})
