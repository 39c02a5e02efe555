import { z } from 'zod'
import { defineMonitorType } from '../monitor-type.ts'
import { field } from '../../core/settings-field.ts'
import { expiry_notice_days } from './expiry-fields.ts'

const RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'CAA'] as const

export const dns = defineMonitorType({
  label: 'DNS',
  description: 'Looks up the DNS records of a name.',
  url: { label: 'Host name', placeholder: 'example.com' },
  example: { record_type: 'MX', expected_values: ['10 mail.example.com'] },
  settings: {
    record_type: field(z.enum(RECORD_TYPES), { label: 'Record type', default: 'A' }),
    expected_values: field(z.array(z.string().trim().min(1).max(1000)).max(20), {
      label: 'Expected values',
      help: 'Each must be among the records, for example 10 mail.example.com for MX; empty: any record',
      default: [],
      multiline: true,
    }),
    resolver: field(z.string().trim().min(1).max(260).nullable(), {
      label: 'DNS server',
      help: 'Host or IP address to ask, optionally with a port; empty: the DNS servers of Sitewatch',
      default: null,
    }),
    expiry_notice_days,
  },
})
