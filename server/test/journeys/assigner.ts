import type { TestApp } from '../support/app.ts'
import { makeOwner } from './owner.ts'

/** An owner who assigns providers to monitors. */
export async function makeAssigner(app: TestApp) {
  const owner = await makeOwner(app)
  return {
    ...owner,
    makeProvider: (name: string) =>
      owner.make('/api/providers', { provider_type: 'email', recipient_email: 'ops@example.com', name }),
    makeMonitor: (friendly_name: string, fields: object = {}) =>
      owner.make('/api/monitors', {
        friendly_name,
        url: 'https://example.com/',
        is_active: false,
        provider_ids: [],
        ...fields,
      }),
    async listAssigned(monitor_id: number): Promise<[number, boolean, string][]> {
      const assigned = await owner.read(`/api/monitors/${monitor_id}/notifications`)
      return assigned.map((each: { provider_id: number; enabled: boolean; source: string }) => [
        each.provider_id,
        each.enabled,
        each.source,
      ])
    },
  }
}
