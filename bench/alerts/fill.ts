import { insertUserUnscoped } from '../../server/src/identity/accounts/index.ts'
import { readConfig } from '../../server/src/config.ts'
import { insertProvider } from '../../server/src/alerting/notifications/store.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { closeParts, openParts } from '../../server/src/roles/parts.ts'
import { SECRET, type Fixture } from '../checks/fixture.ts'

export interface Fill {
  users: number
  monitors: number
  interval_seconds: number
  target_port: number
  sink_url: string
}

/** Creates users, each with a Slack webhook, in the same way as the API. */
async function makeProviders({ url, folder }: Fixture, { users, sink_url }: Fill) {
  const env = {
    DATABASE_URL: url,
    SITEWATCH_SECRET: SECRET,
    SITEWATCH_DATA_DIR: `${folder}/fill`,
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  }
  const parts = await openParts(readConfig(env), createLog('silent'))
  const team_ids: number[] = []
  const provider_ids: number[] = []
  try {
    const { config, vault, egress, postgres } = parts
    for (let n = 0; n < users; n++) {
      const account = { email: `u${n}@example.com`, password_hash: '-', is_administrator: false, is_verified: true }
      const user = await postgres.asRole('auth', (tx) => insertUserUnscoped(tx, vault, account))
      const input = { provider_type: 'slack', webhook_url: `${sink_url}/services/T/B/${n}` } as const
      const provider = await postgres.asUser({ team_id: user.id, user_id: user.id, system: true }, (tx) =>
        insertProvider(tx, { config, vault, egress, quota: undefined }, input),
      )
      team_ids.push(user.id)
      provider_ids.push(provider.id)
    }
    return { team_ids, provider_ids }
  } finally {
    await closeParts(parts)
  }
}

/** Creates monitors m0, m1, … that are up, distributed evenly over the users. m7 requests /7 on one of 16 local addresses. */
export async function fillUsers(fixture: Fixture, fill: Fill): Promise<void> {
  const { team_ids, provider_ids } = await makeProviders(fixture, fill)
  const { admin } = fixture
  const interval_ms = fill.interval_seconds * 1000
  await admin.query(
    `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
     select ($1::bigint[])[1 + n % cardinality($1::bigint[])], 'm' || n, format('http://127.0.0.%s:%s/%s', 1 + n % 16, $2::int, n),
       'http', $3, true, 10, '{"method": "GET", "request_headers": {}, "expected_status": ["200-399"], "follow_redirects": true, "keyword_mode": "present", "verify_tls": true}'
     from generate_series(0, $4::int - 1) n`,
    [team_ids, fill.target_port, fill.interval_seconds, fill.monitors],
  )
  await admin.query(
    `insert into assignments (team_id, monitor_id, provider_id)
     select m.team_id, m.id, p.id from monitors m join unnest($1::bigint[], $2::bigint[]) as p (team_id, id) using (team_id)`,
    [team_ids, provider_ids],
  )
  await admin.query(
    `insert into monitor_state (team_id, monitor_id, type, status, interval_ms, phase_ms, next_due_at, last_slot)
     select team_id, id, 'http', 'up', ${interval_ms}, phase,
       now_ms + mod(mod(phase - now_ms, ${interval_ms}) + ${interval_ms}, ${interval_ms}), 0
     from (select team_id, id, ((((((id & 2147483647) * 2654435761) & 4294967295) >> 8) * ${interval_ms}) >> 24)::int as phase,
       (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms from monitors) m`,
  )
  await admin.query('vacuum analyze monitors, monitor_state, assignments')
  await admin.query('checkpoint')
}
