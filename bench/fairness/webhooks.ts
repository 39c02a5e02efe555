import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { insertUserUnscoped } from '../../server/src/identity/accounts/index.ts'
import { readConfig } from '../../server/src/config.ts'
import { insertProvider } from '../../server/src/alerting/notifications/store.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { closeParts, openParts } from '../../server/src/roles/parts.ts'
import { pause, SECRET, type Fixture, startProgram } from '../checks/fixture.ts'

const HANGING = 1000
const ALERTS = 100
const ALERT_INTERVAL_MS = 150
const MAX_WAIT_MS = 60_000

/** Records when a message arrives at a path. Never responds to /services/T/hang/…. */
async function startSink() {
  const arrived = new Map<string, number>()
  const server = createServer((request, response) => {
    void text(request).then(() => {
      const path = request.url ?? ''
      if (path.includes('/hang/')) return
      arrived.set(path, performance.now())
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4096, resolve))
  return { server, arrived, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Creates a Slack webhook and a monitor per path, in a new account. */
async function makeProviders(fixture: Fixture, email: string, urls: readonly string[]) {
  const env = {
    DATABASE_URL: fixture.url,
    SITEWATCH_SECRET: SECRET,
    SITEWATCH_DATA_DIR: `${fixture.folder}/fill`,
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  }
  const parts = await openParts(readConfig(env), createLog('silent'))
  const { config, vault, egress, postgres } = parts
  const account = { email, password_hash: '-', is_administrator: false, is_verified: true }
  const { id: team_id } = await postgres.asRole('auth', (tx) => insertUserUnscoped(tx, vault, account))
  const provider_ids = await postgres.asUser({ team_id, user_id: team_id, system: true }, async (tx) => {
    const ids: number[] = []
    for (const webhook_url of urls) {
      const input = { provider_type: 'slack', webhook_url } as const
      ids.push((await insertProvider(tx, { config, vault, egress, quota: undefined }, input)).id)
    }
    return ids
  })
  await closeParts(parts)
  const { rows } = await fixture.admin.query<{ id: number }>(
    `with made as (
       insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
       select $1, 'm', 'http://127.0.0.1:9/', 'http', 60, false, 10, '{"method": "GET", "request_headers": {}, "expected_status": ["200-399"], "follow_redirects": true, "keyword_mode": "present", "verify_tls": true}'
       from unnest($2::bigint[]) returning id),
     numbered as (select id, row_number() over (order by id) as n from made),
     assigned as (
       insert into assignments (team_id, monitor_id, provider_id)
       select $1, m.id, p.id from numbered m join unnest($2::bigint[]) with ordinality as p (id, n) using (n) returning monitor_id)
     select monitor_id::int as id from assigned order by monitor_id`,
    [team_id, provider_ids],
  )
  return { team_id, monitor_ids: rows.map((row) => row.id) }
}

async function announce({ admin }: Fixture, team_id: number, monitor_ids: readonly number[]): Promise<void> {
  await admin.query(
    `with made as (
       insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at)
       select $1, m, 'connect', 'Connection refused.', now() - interval '20 s', now() from unnest($2::bigint[]) m returning id)
     select array_agg(id) as ids from made`,
    [team_id, monitor_ids],
  )
  await admin.query(
    `select announce_incident(id, 'opened') from incidents where team_id = $1 and monitor_id = any($2::bigint[])`,
    [team_id, monitor_ids],
  )
}

/** Measures the time from an incident commit to its message, without load and next to 1,000 hanging webhooks of one team. */
export async function measureWebhooks(fixture: Fixture): Promise<{ quiet: number[]; busy: number[] }> {
  const { server, arrived, url } = await startSink()
  const paths = Array.from({ length: 2 * ALERTS }, (_, n) => `/services/T/well/${n}`)
  const neighbour = await makeProviders(
    fixture,
    'alerted@example.com',
    paths.map((path) => url + path),
  )
  const hanging = Array.from({ length: HANGING }, (_, n) => `${url}/services/T/hang/${n}`)
  const abuser = await makeProviders(fixture, 'hanging@example.com', hanging)
  const program = await startProgram(fixture, ['all'])
  const measure = async (from: number): Promise<number[]> => {
    const sent: number[] = []
    for (let n = from; n < from + ALERTS; n++) {
      await announce(fixture, neighbour.team_id, neighbour.monitor_ids.slice(n, n + 1))
      sent.push(performance.now())
      await pause(ALERT_INTERVAL_MS)
    }
    const limit = performance.now() + MAX_WAIT_MS
    const isMissing = (): boolean => paths.slice(from, from + ALERTS).some((path) => !arrived.has(path))
    while (isMissing() && performance.now() < limit) await pause(100)
    return sent.map((at, n) => Math.max(0, (arrived.get(paths[from + n] ?? '') ?? at + MAX_WAIT_MS) - at))
  }
  await pause(3000)
  const quiet = await measure(0)
  await announce(fixture, abuser.team_id, abuser.monitor_ids)
  await pause(2000)
  const busy = await measure(ALERTS)
  await program.stop('SIGKILL')
  server.closeAllConnections()
  server.close()
  return { quiet, busy }
}
