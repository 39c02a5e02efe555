import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startApp } from '../../support/app.ts'
import { startTarget } from './target.ts'
import { until } from './until.ts'
import { promisedMs } from '../../support/promised.ts'

const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
})
const { admin } = app.database
const target = await startTarget()

/** Accepts connections on every loopback address and never answers. */
async function startHangingServer(): Promise<{ server: Server; port: number }> {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
const hanging = await startHangingServer()

/** Monitors that are up and due now, straight into the tables. `{n}` in the URL becomes 0–255. */
async function insertDueMonitors(
  team_id: number,
  { count, url, location = '' }: { count: number; url: string; location?: string },
): Promise<number[]> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, method,
       request_headers, expected_status, follow_redirects, keyword_mode, verify_tls)
     select $1, 'm' || n, replace(replace($2, '{n}', (n % 256)::text), '{m}', (n / 256 % 256)::text), 'http', 1, true, 60, 'GET',
       '{}', '{200-399}', true, 'present', true
     from generate_series(1, $3::int) n returning id`,
    [team_id, url, count],
  )
  const ids = rows.map((row) => Number(row.id))
  await admin.query(
    `insert into monitor_state (team_id, monitor_id, location, type, status, interval_ms, phase_ms, next_due_at)
     select team_id, id, $2, type, 'up', 1000, 0, clock_ms() - 1000 from monitors where id = any($1::bigint[])`,
    [ids, location],
  )
  return ids
}

const countChecks = (path: string): number => target.seen.filter((request) => request.path === path).length

async function countClaimed(team_id: number): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from monitor_state where claimed_by <> 0 and team_id = $1',
    [team_id],
  )
  return rows[0]?.n ?? 0
}

let prober: Awaited<ReturnType<typeof startProberRole>>
beforeAll(async () => {
  prober = await startProberRole(app.parts)
})
afterAll(async () => {
  await admin.query('update monitor_state set next_due_at = null, claimed_by = 0')
  hanging.server.closeAllConnections()
  hanging.server.close()
  await prober.stop()
})

describe('a prober with one abusive tenant', () => {
  it('checks a neighbour every second while 900 monitors of one tenant hang on distinct addresses', async () => {
    const [abuser, neighbour] = [await app.makeUser(), await app.makeUser()]
    await insertDueMonitors(abuser.id, { count: 900, url: `http://127.7.{m}.{n}:${hanging.port}/` })
    await until(async () => (await countClaimed(abuser.id)) > 100, 'the hanging monitors are under way')
    await insertDueMonitors(neighbour.id, { count: 1, url: `${target.base}/beside-hanging` })
    const took_ms = await until(
      () => countChecks('/beside-hanging') >= 4,
      'the neighbour was checked four times',
      promisedMs(8000),
    )
    expect(took_ms).toBeLessThan(promisedMs(8000))
  })

  it('leaves checks due that it cannot start, so that other probers claim them', async () => {
    const { rows } = await admin.query<{ claimed: number; due: number }>(
      `select count(*) filter (where claimed_by <> 0)::int as claimed, count(*)::int as due
       from monitor_state s join monitors m on m.id = s.monitor_id where m.url like 'http://127.7.%'`,
    )
    expect(rows[0]?.due).toBe(900)
    expect(rows[0]?.claimed).toBeLessThan(300)
  })

  it('checks a neighbour every second while 4,500 monitors of one tenant wait for one slow host', async () => {
    const [abuser, neighbour] = [await app.makeUser(), await app.makeUser()]
    await insertDueMonitors(abuser.id, { count: 4500, url: `http://127.9.9.9:${hanging.port}/` })
    await until(async () => (await countClaimed(abuser.id)) > 10, 'the slow host is busy')
    await insertDueMonitors(neighbour.id, { count: 1, url: `${target.base}/beside-slow-host` })
    const took_ms = await until(
      () => countChecks('/beside-slow-host') >= 4,
      'the neighbour was checked four times',
      promisedMs(8000),
    )
    expect(took_ms).toBeLessThan(promisedMs(8000))
  })

  it('checks a neighbour on the same host that another tenant keeps busy', async () => {
    const neighbour = await app.makeUser()
    await insertDueMonitors(neighbour.id, { count: 1, url: `http://127.9.9.9:${hanging.port}/mine` })
    await until(async () => (await countClaimed(neighbour.id)) === 1, 'the check of the shared host is under way', 5000)
    expect(await countClaimed(neighbour.id)).toBe(1)
  })
})
