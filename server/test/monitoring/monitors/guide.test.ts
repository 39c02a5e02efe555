import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'
import { insertIncident, STATUS_503 } from '../../support/incidents.ts'
import { gatewaySettings, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const http = await startHttpSink()
const app = await startApp({ ...gatewaySettings(http, smtp.url), SITEWATCH_ALLOW_PRIVATE_TARGETS: '' })
const TIMES = ['created_at', 'updated_at', 'at', 'started_at', 'confirmed_at', 'window_start', 'window_end']
const COUNTED = ['id', 'monitor_id', 'provider_id', 'unassigned_monitor_ids', 'duration_seconds']
const volatile = [...TIMES, ...COUNTED, 'downtime_seconds', 'uptime_percent']

it('every command of the monitors guide works as it stands and prints what it says', async () => {
  const { examples } = await runGuide(app, 'monitors', { scopes: ['monitors:read', 'monitors:write'], volatile })
  expect(examples).toBeGreaterThan(6)
})

it('every command of the providers guide works as it stands and prints what it says', async () => {
  const scopes = ['providers:read', 'providers:write', 'monitors:read', 'monitors:write'] as const
  const { examples } = await runGuide(app, 'providers', { scopes, volatile })
  expect(examples).toBeGreaterThan(8)
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ops@example.com'], ['ops@example.com'], ['ops@example.com']])
})

it('every command of the incidents guide works as it stands and prints what it says', async () => {
  const { examples } = await runGuide(app, 'incidents', {
    scopes: ['monitors:read', 'monitors:write'],
    volatile,
    async prepare({ key }) {
      const json = { friendly_name: 'Shop', url: 'https://shop.example.com/' }
      const { id } = (await app.call('POST', '/api/monitors', { key, json })).body.data
      const { admin } = app.database
      await admin.query(`update monitors set created_at = now() - interval '1 year' where id = $1`, [id])
      await admin.query(
        `update monitor_state set status = 'down', unobserved_since = null, next_due_at = extract(epoch from now()) * 1000 + 60000
         where monitor_id = $1`,
        [id],
      )
      const ago = (hours: number): number => Date.now() - hours * 3_600_000
      await insertIncident(app, id, { from: ago(6), to: ago(5), cause: STATUS_503 })
      await insertIncident(app, id, { from: ago(1), cause: STATUS_503 })
      return { MONITOR: String(id) }
    },
  })
  expect(examples).toBeGreaterThan(3)
})
