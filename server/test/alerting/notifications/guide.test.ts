import { expect, it } from 'vitest'
import { runGuide } from '../../support/guide.ts'
import { insertIncident } from '../../support/incidents.ts'
import { startAlerting } from './alerting.ts'

const { app, sink, deliver } = await startAlerting()

it('every command of the alerts guide works as it stands and prints what it says', async () => {
  const { examples } = await runGuide(app, 'alerts', {
    scopes: ['providers:read', 'providers:write'],
    volatile: ['id', 'incident_id', 'monitor_id', 'provider_id', 'created_at', 'updated_at'],
    async prepare({ id: team_id, key }) {
      const path = '/services/T/B/removed'
      sink.on(path, () => ({ status: 404, body: 'no_service' }))
      const json = { provider_type: 'slack', webhook_url: sink.url + path }
      const provider_id: number = (await app.call('POST', '/api/providers', { key, json })).body.data.id
      const monitor = { friendly_name: 'Shop', url: 'https://example.com/', provider_ids: [provider_id] }
      const cookie = await app.makeSession(team_id)
      const { id } = (await app.call('POST', '/api/monitors', { cookie, json: monitor })).body.data
      await insertIncident(app, id, { announced: true })
      await deliver(provider_id)
      return {}
    },
  })
  expect(examples).toBe(2)
})
