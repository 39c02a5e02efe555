import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { startTrafficRefresh } from '../../src/insights/traffic-now/index.ts'
import { startProberRole } from '../../src/roles/prober.ts'
import { startCollecting, type TestSite } from '../analytics/collect/collecting.ts'
import { until } from '../support/until.ts'
import { saveSteadyModel } from './steady-model.ts'
import { promisedMs } from '../support/promised.ts'

const collecting = await startCollecting({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  SITEWATCH_TRUSTED_PROXIES: '127.0.0.0/8',
})
const { app } = collecting
const { postgres, clickhouse, log } = app.parts
const prober = await startProberRole(app.parts)
const refresh = startTrafficRefresh({ postgres, clickhouse, log }, { poll_ms: 300 })
afterAll(async () => {
  await prober.stop()
  await refresh.stop()
})

/** A failed check is repeated at the interval of the monitor. */
const INTERVAL_MS = promisedMs(3000)

const saveModel = ({ id, owner }: TestSite): Promise<void> =>
  saveSteadyModel(postgres, { team_id: owner.id, website_id: id })

let visitors = 0

async function visit(site: TestSite, count: number): Promise<void> {
  const posts = Array.from({ length: count }, () => {
    const headers = { 'x-forwarded-for': `198.51.${100 + ((visitors / 250) | 0)}.${1 + (visitors++ % 250)}` }
    return collecting.post(site, [collecting.pageview(site)], { headers })
  })
  for (const { status } of await Promise.all(posts)) expect(status).toBe(202)
}

/** A server that can refuse connections, or answer with an error status. */
async function startSwitchable() {
  let status = 200
  let port = 0
  let server: Server | undefined
  const listen = async (): Promise<void> => {
    server = createServer((_, response) => response.writeHead(status, { connection: 'close' }).end('page'))
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const refuse = (): void => {
    server?.closeAllConnections()
    server?.close()
  }
  await listen()
  afterAll(refuse)
  return { url: `http://127.0.0.1:${port}/`, listen, refuse, state: (next: number) => void (status = next) }
}

async function watch(site: TestSite | null, interval_ms = INTERVAL_MS) {
  const { key } = site?.owner ?? (await app.makeUser())
  const target = await startSwitchable()
  const settings = { friendly_name: 'm', url: target.url, interval: interval_ms / 1000, timeout_seconds: 1 }
  const json = { ...settings, ...(site && { website_id: site.id }) }
  const made = await app.call('POST', '/api/monitors', { key, json })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data as { id: number }
  const read = async () =>
    (await app.call('GET', `/api/monitors/${id}`, { key })).body.data as { status: string; last_error: string | null }
  /** From the database, because the waits below read it many times a second. */
  const readState = async () => {
    const { rows } = await app.database.admin.query<{ status: string; last_error: string | null }>(
      'select status, last_error from monitor_state where monitor_id = $1',
      [id],
    )
    return rows[0]
  }
  const isUp = async () => (await readState())?.status === 'up'
  const isDown = async () => (await readState())?.status === 'down'
  const isHeld = async () => (await readState())?.last_error?.includes('problem on our side') ?? false
  const isAnswering = async () => (await readState())?.last_error === null
  const incidents = async () => (await app.call('GET', `/api/monitors/${id}/incidents`, { key })).body.data
  await until(isUp, 'it is up')
  return { id, target, read, incidents, isDown, isHeld, isAnswering }
}

/** The number of re-checks until the incident was confirmed. */
const confirmedAfter = (incident: { started_at: string; confirmed_at: string }, interval_ms = INTERVAL_MS): number =>
  Math.round((Date.parse(incident.confirmed_at) - Date.parse(incident.started_at)) / interval_ms)

async function makeBusySite(): Promise<TestSite> {
  const site = await collecting.makeSite()
  await saveModel(site)
  await visit(site, 40)
  return site
}

describe.concurrent('a monitor in doubt whose website has traffic', () => {
  it('is held for one more check while visits arrive, reports that, and then opens the incident', async () => {
    const { target, read, incidents, isDown, isHeld } = await watch(await makeBusySite())
    target.refuse()
    await until(isHeld, 'it is held')
    expect(await read()).toMatchObject({ status: 'up' })
    expect((await read()).last_error).toMatch(
      /: 40 visits in 5 minutes, 40 expected \(\d+–\d+\)\. Held for one more check\.$/,
    )
    expect(await incidents()).toEqual([])
    await until(isDown, 'it is down')
    const [incident] = await incidents()
    expect(incident).toMatchObject({
      status: 'open',
      cause: { kind: 'connect' },
      second_opinion: { decision: 'held', window_seconds: 300, visits: 40, expected: 40 },
    })
    expect(confirmedAfter(incident)).toBe(3)
    const { low, high, at } = incident.second_opinion
    expect(low).toBeGreaterThan(0)
    expect(high).toBeGreaterThan(40)
    expect(at).toMatch(/^\d{4}-.*Z$/)
    expect([at > incident.started_at, at < incident.confirmed_at]).toEqual([true, true])
    expect((await read()).last_error).not.toMatch(/our side/)
  })

  it('has no incident when it recovers while it is held', async () => {
    const { target, read, incidents, isHeld, isAnswering } = await watch(await makeBusySite())
    target.refuse()
    await until(isHeld, 'it is held')
    await target.listen()
    await until(isAnswering, 'it answers again')
    expect((await read()).status).toBe('up')
    expect(await incidents()).toEqual([])
  })

  it('is down one check sooner when visits have stopped', async () => {
    const site = await collecting.makeSite()
    await saveModel(site)
    const interval_ms = promisedMs(5000)
    const { target, incidents, isDown } = await watch(site, interval_ms)
    target.refuse()
    await until(isDown, 'it is down')
    const [incident] = await incidents()
    expect(incident.second_opinion).toMatchObject({
      decision: 'confirmed_sooner',
      window_seconds: 300,
      visits: 0,
      expected: 40,
    })
    expect(confirmedAfter(incident, interval_ms)).toBe(1)
    expect(incident.second_opinion.at).toBe(incident.confirmed_at)
  })

  it('is not held for a status that the server itself returned', async () => {
    const { target, incidents, isDown } = await watch(await makeBusySite())
    target.state(500)
    await until(isDown, 'it is down')
    const [incident] = await incidents()
    expect(incident).toMatchObject({ cause: { kind: 'http_status' }, second_opinion: null })
    expect(confirmedAfter(incident)).toBe(2)
  })

  it('is confirmed as usual without a website, and without enough history to expect visits', async () => {
    const unknown = await collecting.makeSite()
    await visit(unknown, 40)
    const both = [await watch(null), await watch(unknown)]
    for (const { target } of both) target.refuse()
    for (const { incidents, isDown } of both) {
      await until(isDown, 'it is down')
      const [incident] = await incidents()
      expect(incident).toMatchObject({ cause: { kind: 'connect' }, second_opinion: null })
      expect(confirmedAfter(incident)).toBe(2)
    }
    const { rows } = await app.database.admin.query('select windows from traffic_now where website_id = $1', [
      unknown.id,
    ])
    expect(rows).toEqual([{ windows: null }])
  })
})
