import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pause, type Fixture, startProgram } from '../checks/fixture.ts'

const NEIGHBOURS = 200
const INTERVAL_MS = 10_000
const MEASURE_MS = 30_000
const WARM_UP_MS = 12_000

/** Responds only to neighbours and records when each check arrives. */
async function startServer() {
  const seen = new Map<number, number[]>()
  const server = createServer((request, response) => {
    const n = Number(/^\/neighbour\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1)
    if (n < 0) return
    const times = seen.get(n) ?? []
    seen.set(n, [...times, Date.now()])
    response.writeHead(200, { connection: 'close' }).end('well')
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', 4096, resolve))
  return { server, seen, port: (server.address() as AddressInfo).port }
}

async function insertMonitors(
  { admin }: Fixture,
  { team_id, count, url, timeout_seconds }: { team_id: number; count: number; url: string; timeout_seconds: number },
): Promise<void> {
  await admin.query(
    `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
     select $1, 'm', replace(replace(replace($2, '{n}', (n % 250 + 1)::text), '{m}', (n / 250 % 250)::text), '{i}', n::text),
       'http', ${INTERVAL_MS / 1000}, true, $4, '{"method": "GET", "request_headers": {}, "expected_status": ["200-399"], "follow_redirects": true, "keyword_mode": "present", "verify_tls": true}'
     from generate_series(0, $3::int - 1) n`,
    [team_id, url, count, timeout_seconds],
  )
  await admin.query(
    `insert into monitor_state (team_id, monitor_id, type, status, interval_ms, phase_ms, next_due_at)
     select team_id, id, 'http', 'up', ${INTERVAL_MS}, phase, now_ms + mod(mod(phase - now_ms, ${INTERVAL_MS}) + ${INTERVAL_MS}, ${INTERVAL_MS})
     from (select team_id, id, clock_ms() as now_ms, ((row_number() over (order by id) - 1) * ${INTERVAL_MS} / count(*) over ())::int as phase
       from monitors where team_id = $1) m`,
    [team_id],
  )
}

/** Returns the lateness of each neighbour check. A missing check counts as a whole interval. */
function listLateness(seen: ReadonlyMap<number, readonly number[]>, from: number): number[] {
  const late: number[] = []
  for (let n = 0; n < NEIGHBOURS; n++) {
    const phase = Math.floor((n * INTERVAL_MS) / NEIGHBOURS)
    const times = (seen.get(n) ?? []).filter((time) => time >= from && time < from + MEASURE_MS)
    for (const time of times) late.push((((time - phase) % INTERVAL_MS) + INTERVAL_MS) % INTERVAL_MS)
    for (let missing = times.length; missing < MEASURE_MS / INTERVAL_MS - 1; missing++) late.push(INTERVAL_MS)
  }
  return late
}

/** Lateness of 200 neighbours every 10 s, without load and next to a team whose monitors hang until their 60 s timeout. */
export async function measureChecks(
  fixture: Fixture,
  abuse: { count: number; host: string },
): Promise<{ quiet: number[]; busy: number[] }> {
  const { server, seen, port } = await startServer()
  await fixture.admin.query('delete from monitors')
  const { rows } = await fixture.admin.query<{ id: number }>(
    `insert into users (email, password_hash, data_key) values ('abuse-${port}@example.com', '-', '') returning id::int`,
  )
  await insertMonitors(fixture, {
    team_id: fixture.team_id,
    count: NEIGHBOURS,
    url: `http://127.0.0.1:${port}/neighbour/{i}`,
    timeout_seconds: 10,
  })
  const program = await startProgram(fixture, ['prober'])
  const measure = async (): Promise<number[]> => {
    await pause(WARM_UP_MS)
    const from = Date.now()
    await pause(MEASURE_MS)
    return listLateness(seen, from)
  }
  const quiet = await measure()
  await insertMonitors(fixture, {
    team_id: rows[0]?.id ?? 0,
    count: abuse.count,
    url: `http://${abuse.host}:${port}/hang`,
    timeout_seconds: 60,
  })
  const busy = await measure()
  await program.stop('SIGKILL')
  server.closeAllConnections()
  server.close()
  return { quiet, busy }
}
