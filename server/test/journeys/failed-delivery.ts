import type { TestApp, TestUser } from '../support/app.ts'

/** A provider, and an alert about a monitor that it could not deliver. */
export async function makeFailedDelivery(
  app: TestApp,
  { id, key }: TestUser,
): Promise<{ provider_id: number; incident_id: number }> {
  const provider = await app.call('POST', '/api/providers', {
    key,
    json: { provider_type: 'slack', webhook_url: 'https://hooks.example.com/services/dead', name: 'Dead chat' },
  })
  const monitor = await app.call('POST', '/api/monitors', {
    key,
    json: { friendly_name: 'Till', url: 'https://example.com/', is_active: false },
  })
  const provider_id: number = provider.body.data.id
  const { rows } = await app.database.admin.query(
    `with incident as (
       insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
       values ($1, $2, 'timeout', 'no answer', now() - interval '9 minutes', now() - interval '8 minutes') returning id)
     insert into deliveries (team_id, incident_id, monitor_id, provider_id, kind, status, last_error)
     select $1, id, $2, $3, 'opened', 'failed', 'no_service' from incident returning incident_id`,
    [id, monitor.body.data.id, provider_id],
  )
  return { provider_id, incident_id: Number((rows[0] as { incident_id: string }).incident_id) }
}
