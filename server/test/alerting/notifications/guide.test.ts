import { expect, it } from 'vitest'
import { runGuide } from '../../support/guide.ts'
import { startAlerting } from './alerting.ts'

const { app, sink, deliver } = await startAlerting()
const { admin } = app.database

it('every command of the alerts guide works as it stands and prints what it says', async () => {
  const { examples } = await runGuide(app, 'alerts', {
    scopes: ['providers:read', 'providers:write'],
    volatile: ['id', 'incident_id', 'monitor_id', 'provider_id', 'created_at', 'updated_at'],
    async prepare({ id: team_id, key }) {
      const path = '/services/T/B/removed'
      sink.on(path, () => ({ status: 404, body: 'no_service' }))
      const json = { provider_type: 'slack', webhook_url: sink.url + path }
      const provider_id: number = (await app.call('POST', '/api/providers', { key, json })).body.data.id
      await admin.query(
        `with monitor as (
           insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds)
           values ($1, 'Shop', 'example.com', 'ping', 60, true, 10) returning id),
         assigned as (insert into assignments (team_id, monitor_id, provider_id) select $1, id, $2 from monitor)
         insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
         select $1, id, 'icmp', 'No answer.', now(), now() from monitor`,
        [team_id, provider_id],
      )
      await admin.query(`select announce_incident(id, 'opened') from incidents where team_id = $1`, [team_id])
      await deliver(provider_id)
      return {}
    },
  })
  expect(examples).toBe(2)
})
