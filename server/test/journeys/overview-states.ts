import { fillDemo } from '../../src/demo/index.ts'
import type { TestApp, TestUser } from '../support/app.ts'

/** The cost of an outage, which is otherwise estimated from four weeks of visits. */
export const IMPACT = {
  visitors_expected: 61,
  visitors_seen: 4,
  visitors_lost: 57,
  visitors_lost_low: 40,
  visitors_lost_high: 74,
  basis: '4 weeks',
  traffic_check: { visitors_last_5_min: 0, usual: 9, verdict: 'traffic_gone' },
}

/** The demo with the shop down for twelve minutes, a monitor without a website, and a provider that fails. */
export async function makeBusyUser(app: TestApp): Promise<TestUser> {
  const admin = (statement: string, values: unknown[]) => app.database.admin.query(statement, values)
  const user = await app.makeUser()
  await fillDemo(app.parts, { team_id: user.id, now_ms: Date.now(), target: 'https://example.com', days: 3 })
  await app.call('POST', '/api/monitors', {
    key: user.key,
    json: { friendly_name: 'Office router', url: 'router.example.com', type: 'ping', is_active: false },
  })
  await admin(
    `update monitor_state set unobserved_since = null, next_due_at = (extract(epoch from now()) * 1000)::bigint + 60000,
       status = case when monitor_id = (select id from monitors where team_id = $1 and friendly_name = 'Shop') then 'down' else 'up' end
     where team_id = $1`,
    [user.id],
  )
  await admin(
    `insert into incidents (team_id, monitor_id, cause_kind, cause_http_status, cause_message, started_at, confirmed_at, impact)
     select team_id, id, 'http_status', 503, 'Answered 503.', now() - interval '12 minutes', now() - interval '11 minutes', $2
     from monitors where team_id = $1 and friendly_name = 'Shop'`,
    [user.id, JSON.stringify(IMPACT)],
  )
  await admin(
    `update monitor_state set tls_expires_at = now() + interval '5 days'
     where monitor_id = (select id from monitors where team_id = $1 and friendly_name = 'Shop')`,
    [user.id],
  )
  await admin(
    `insert into monitor_domains (team_id, monitor_id, url, domain, expires_at)
     select team_id, id, url, 'harbour-coffee.example', now() + interval '6 days' from monitors where team_id = $1 and friendly_name = 'Shop'`,
    [user.id],
  )
  await admin(
    `insert into monitor_certificates (team_id, monitor_id, fingerprint, issuer, names, chain)
     select team_id, id, 'AB', 'R11', array['harbour-coffee.example', 'www.harbour-coffee.example'], $2
     from monitors where team_id = $1 and friendly_name = 'Shop'`,
    [user.id, JSON.stringify(CHAIN)],
  )
  await admin(
    `update deliveries set status = 'failed', sent_at = null, last_error = 'The webhook returned 404.'
     where team_id = $1 and provider_id = (select min(id) from providers where team_id = $1 and provider_type = 'slack')`,
    [user.id],
  )
  return user
}

const CHAIN = [
  { subject: 'harbour-coffee.example', issuer: 'R11', expires_at: '2027-01-02T00:00:00.000Z' },
  { subject: 'R11', issuer: 'ISRG Root X1', expires_at: '2027-03-12T00:00:00.000Z' },
]

/** Sets the state of active monitors after a successful check, with the given columns changed. */
export function setMonitorState(
  app: TestApp,
  team_id: number,
  columns: Record<string, string | number> = {},
): Promise<unknown> {
  const now_ms = Date.now()
  const up = {
    status: 'up',
    unobserved_since: null,
    last_checked_at: now_ms,
    last_response_ms: 18,
    next_due_at: now_ms + 60_000,
  }
  const state = Object.entries({ ...up, ...columns })
  return app.database.admin.query(
    `update monitor_state set ${state.map(([name], index) => `${name} = $${index + 2}`).join(', ')}
     where team_id = $1 and monitor_id in (select id from monitors where team_id = $1 and is_active)`,
    [team_id, ...state.map(([, value]) => value)],
  )
}
