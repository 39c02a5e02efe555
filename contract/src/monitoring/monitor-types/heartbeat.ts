import { z } from 'zod'
import { defineMonitorType } from '../monitor-type.ts'
import { field } from '../../core/settings-field.ts'

const YEAR_SECONDS = 31_536_000

export const heartbeat = defineMonitorType({
  label: 'Heartbeat',
  description: 'Waits for a cron job or a background task to send a ping.',
  example: { cron: '30 2 * * *', timezone: 'Europe/Berlin' },
  settings: {
    period_seconds: field(z.int().min(1).max(YEAR_SECONDS).nullable(), {
      label: 'Period (seconds)',
      help: 'Time between two pings; leave it empty if you set a cron expression',
      default: null,
    }),
    cron: field(z.string().trim().min(1).max(100).nullable(), {
      label: 'Cron expression',
      help: 'When the job runs, for example 30 2 * * *; leave it empty if you set a period',
      default: null,
    }),
    timezone: field(z.string().trim().min(1).max(64), {
      label: 'Time zone',
      help: 'Time zone of the cron expression, for example Europe/Berlin',
      default: 'UTC',
    }),
    grace_seconds: field(z.int().min(1).max(YEAR_SECONDS), {
      label: 'Grace period (seconds)',
      help: 'How late a ping may be before an incident opens',
      default: 300,
    }),
  },
})
