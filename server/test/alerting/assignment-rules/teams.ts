import type { TestApp } from '../../support/app.ts'
import { type Caller, makeCaller } from '../../support/callers.ts'

/** `[provider_id, enabled, rule_id]` of each assignment of a monitor, by provider. */
type Assigned = [number, boolean, number | null]

interface Team extends Caller {
  makeProvider(fields?: object): Promise<number>
  makeMonitor(fields?: object): Promise<number>
  makeWebsite(fields?: object): Promise<number>
  makeRule(provider_ids: readonly number[], scope?: object): Promise<number>
  listAssigned(monitor_id: number): Promise<Assigned[]>
  change(path: string, json: object): Promise<void>
}

let made = 0

export async function makeTeam(app: TestApp): Promise<Team> {
  const caller = await makeCaller(app)
  return {
    ...caller,
    makeProvider: (fields = {}) =>
      caller.make('/api/providers', {
        provider_type: 'email',
        recipient_email: `ops${(made += 1)}@example.com`,
        ...fields,
      }),
    makeMonitor: (fields = {}) =>
      caller.make('/api/monitors', {
        friendly_name: 'Shop',
        url: 'https://shop.example.com/',
        is_active: false,
        ...fields,
      }),
    async makeWebsite(fields = {}) {
      const id = await caller.make('/api/v1/websites', { domain: `site${(made += 1)}.example.com` })
      if (Object.keys(fields).length > 0) await caller.call('PATCH', `/api/v1/websites/${id}`, fields)
      return id
    },
    makeRule: (provider_ids, scope = { applies_to: 'all' }) =>
      caller.make('/api/assignment-rules', { provider_ids, ...scope }),
    async listAssigned(monitor_id) {
      const { body } = await caller.call('GET', `/api/monitors/${monitor_id}/notifications?pageSize=100`)
      const rows = body.data as { provider_id: number; enabled: boolean; source: string; rule_id: number | null }[]
      if (rows.some(({ source, rule_id }) => source !== (rule_id === null ? 'manual' : 'rule')))
        throw new Error('source and rule_id differ')
      return rows
        .map(({ provider_id, enabled, rule_id }): Assigned => [provider_id, enabled, rule_id])
        .toSorted(([a], [b]) => a - b)
    },
    async change(path, json) {
      const { status, text } = await caller.call('PATCH', path, json)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    },
  }
}
