import { defineMonitorType } from '../monitor-type.ts'
import { expiry_notice_days } from './expiry-fields.ts'

export const ping = defineMonitorType({
  label: 'Ping',
  description: 'Checks that a host replies.',
  url: { label: 'Host or IP address', placeholder: 'example.com' },
  settings: { expiry_notice_days },
})
