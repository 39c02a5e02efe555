import type { MonitorType } from '@sitewatch/contract'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startApp } from '../../support/app.ts'
import { startTarget } from './target.ts'
import { until } from '../../support/until.ts'
import { expectPromised, measure } from '../../support/expect-promised.ts'

const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
})
const { admin } = app.database
const target = await startTarget()

/** Listens on every loopback address, so that each monitor has its own host. */
async function startServer(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
const hanging = await startServer(() => undefined)
let answers = 0
/** Answers after 0.5 to 2.5 seconds, evenly spread, so that the slots of the prober become free one by one. */
const slow = await startServer((_, response) => {
  // oxlint-disable-next-line no-restricted-globals -- How slow the server is.
  setTimeout(() => response.end(), 500 + ((answers++ * 618) % 2000))
})

const OVERDUE = 8000

interface DueMonitors {
  count: number
  /** `{n}` is replaced by 0–255, and `{m}` counts its cycles. */
  url: string
  type?: MonitorType
  settings?: object
  late_ms?: number
}

/** Inserts monitors that are up and due, directly into the tables. */
async function insertDueMonitors(
  team_id: number,
  { count, url, type = 'http', settings = {}, late_ms = 1000 }: DueMonitors,
): Promise<void> {
  await admin.query(
    `with made as (
       insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, settings)
       select $1, 'm' || n, replace(replace($2, '{n}', (n % 256)::text), '{m}', (n / 256 % 256)::text), $4, 1, true, 60, $5
       from generate_series(1, $3::int) n returning id, team_id, type)
     insert into monitor_state (team_id, monitor_id, location, type, status, interval_ms, phase_ms, next_due_at)
     select team_id, id, '', type, 'up', 1000, 0, clock_ms() - $6::int from made`,
    [team_id, url, count, type, JSON.stringify(settings), late_ms],
  )
}

const countChecks = (path: string): number => target.requests.filter((request) => request.path === path).length

async function countClaimed(team_id: number): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    'select count(*)::int as n from monitor_state where claimed_by <> 0 and team_id = $1',
    [team_id],
  )
  return rows[0]?.n ?? 0
}

/** Waits for four checks of a monitor with an interval of one second. */
async function expectChecksInTime(path: string): Promise<void> {
  const took_ms = await measure(until(() => countChecks(path) >= 4, 'the neighbour was checked four times'))
  expectPromised(took_ms, 8000)
}

async function countClaims(): Promise<number> {
  const metrics = await app.parts.metrics.registry.metrics()
  return Number(/^sitewatch_claims_total (\d+)$/m.exec(metrics)?.[1])
}

async function endAllChecks(): Promise<void> {
  await admin.query('update monitor_state set next_due_at = null, claimed_by = 0')
  for (const { server } of [hanging, slow]) server.closeAllConnections()
}

let prober: Awaited<ReturnType<typeof startProberRole>>
beforeAll(async () => {
  prober = await startProberRole(app.parts)
})
afterAll(async () => {
  await endAllChecks()
  for (const { server } of [hanging, slow]) server.close()
  await prober.stop()
})

describe('a prober with one abusive team', () => {
  it('checks another team every second while 900 monitors of one team hang on distinct addresses', async () => {
    const [abuser, neighbour] = [await app.makeUser(), await app.makeUser()]
    await insertDueMonitors(abuser.id, { count: 900, url: `http://127.7.{m}.{n}:${hanging.port}/` })
    await until(async () => (await countClaimed(abuser.id)) > 100, 'the hanging monitors are under way')
    await insertDueMonitors(neighbour.id, { count: 1, url: `${target.base}/beside-hanging` })
    await expectChecksInTime('/beside-hanging')
  })

  it('leaves checks due that it cannot start, so that other probers claim them', async () => {
    const { rows } = await admin.query<{ claimed: number; due: number }>(
      `select count(*) filter (where claimed_by <> 0)::int as claimed, count(*)::int as due
       from monitor_state s join monitors m on m.id = s.monitor_id where m.url like 'http://127.7.%'`,
    )
    expect(rows[0]?.due).toBe(900)
    expect(rows[0]?.claimed).toBeLessThan(300)
  })

  it('checks another team every second while 4,500 monitors of one team wait for one slow host', async () => {
    const [abuser, neighbour] = [await app.makeUser(), await app.makeUser()]
    await insertDueMonitors(abuser.id, { count: 4500, url: `http://127.9.9.9:${hanging.port}/` })
    await until(async () => (await countClaimed(abuser.id)) > 10, 'the slow host is busy')
    await insertDueMonitors(neighbour.id, { count: 1, url: `${target.base}/beside-slow-host` })
    await expectChecksInTime('/beside-slow-host')
  })

  it('checks another team on a host that an abusive team keeps busy', async () => {
    const neighbour = await app.makeUser()
    await insertDueMonitors(neighbour.id, { count: 1, url: `http://127.9.9.9:${hanging.port}/mine` })
    const isUnderWay = async () => (await countClaimed(neighbour.id)) === 1
    expectPromised(await measure(until(isUnderWay, 'the check of the shared host is under way')), 5000)
  })
})

describe('a prober with 8,000 overdue checks of one team at slow servers', () => {
  beforeAll(async () => {
    await endAllChecks()
    const abuser = await app.makeUser()
    await insertDueMonitors(abuser.id, { count: OVERDUE, url: `http://127.11.{m}.{n}:${slow.port}/`, late_ms: 60_000 })
    await until(() => answers > 400, 'the slow checks are under way, no longer all at the same time')
  })

  it('checks the monitors of another team every second', async () => {
    const neighbour = await app.makeUser()
    await insertDueMonitors(neighbour.id, { count: 3, url: `${target.base}/beside-overdue-{n}` })
    for (const n of [1, 2, 3]) await expectChecksInTime(`/beside-overdue-${n}`)
    // In one queue they would run after all of these.
    expect(answers).toBeLessThan(OVERDUE)
  })

  it('checks a monitor of another type every second, without a claim for every slot that becomes free', async () => {
    const neighbour = await app.makeUser()
    const settings = { send: 'GET /tcp-beside-overdue HTTP/1.0\\r\\n\\r\\n', expect: '200' }
    await insertDueMonitors(neighbour.id, { count: 1, type: 'tcp', url: `127.0.0.1:${target.port}`, settings })
    const before = { claims: await countClaims(), at_ms: performance.now() }
    await expectChecksInTime('/tcp-beside-overdue')
    const per_second = (((await countClaims()) - before.claims) * 1000) / (performance.now() - before.at_ms)
    // Four, and one more for each check of the other type.
    expect(per_second).toBeLessThan(10)
  })
})
