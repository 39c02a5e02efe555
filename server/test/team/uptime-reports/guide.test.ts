import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { insertIncident, STATUS_503 } from '../../support/incidents.ts'
import { makeMonitor } from './reporting.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_INCIDENT_RETENTION_DAYS: '3650' })

it('every command of the guide to uptime reports works as it stands and prints what the guide says', async () => {
  const { examples } = await runGuide(app, 'uptime-reports', {
    scopes: ['monitors:read', 'monitors:write'],
    volatile: ['id', 'monitor_id', 'next_send_at', 'recipient_ids'],
    async prepare(user) {
      const monitor = await makeMonitor(app, user, { tags: ['production'] })
      await insertIncident(app, monitor, {
        from: '2026-02-10T10:00:00Z',
        confirmed: '2026-02-10T10:02:00Z',
        acknowledged: '2026-02-10T10:05:00Z',
        to: '2026-02-10T10:30:00Z',
        cause: STATUS_503,
      })
      return { MONITOR: String(monitor) }
    },
  })
  expect(examples).toBe(4)
  expect(sink.mails).toHaveLength(1)
})
