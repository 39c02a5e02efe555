import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { insertLocationUnscoped } from '../../../src/monitoring/checks/remote/locations.ts'
import { createRemoteSource } from '../../../src/monitoring/checks/remote/source.ts'
import { watchStalls } from '../../../src/monitoring/checks/run/stalls.ts'
import { createCheckMetrics } from '../../../src/monitoring/checks/schedule/metrics.ts'
import { startProber } from '../../../src/monitoring/checks/schedule/prober.ts'
import { EMPTY_PROBE_FIELDS } from '../../../src/monitoring/checks/run/result.ts'
import { createEgress } from '../../../src/platform/egress/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import { startApp } from '../../support/app.ts'
import { freePort } from '../../support/free-port.ts'
import { startTarget } from './target.ts'
import { until } from '../../support/until.ts'

const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
})
const { admin } = app.database
const target = await startTarget()
const { key } = await app.makeUser()
const log = createLog('silent')

async function createLocation(name: string): Promise<string> {
  const token = await app.parts.postgres.asRole('admin', (tx) => insertLocationUnscoped(tx, name))
  if (token === null) throw new Error('there already')
  return token
}

/** A remote prober in the same process. It adds its location to the URL, so that a target can fail for one location only. */
function startRemote(location: string, token: string) {
  const source = createRemoteSource({ server: app.base, token, location, name: `test/${location}` })
  const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] })
  const stalls = watchStalls()
  const prober = startProber({
    source,
    runner: {
      egress: {
        ...egress,
        request: (request) => egress.request({ ...request, url: `${String(request.url)}?${location}` }),
      },
      anchors: { suspect: () => undefined, judge: () => Promise.resolve('not_asked') },
      stalls,
      isMaintained: () => false,
      makeHeaders: () => source.makeHeaders(),
      openSecrets: source.openSecrets,
    },
    metrics: createCheckMetrics(createMetrics()),
    log,
  })
  return {
    async stop() {
      await prober.stop()
      stalls.stop()
    },
  }
}

describe('a result that the server refuses', () => {
  it('is dropped, and the results reported with it are recorded', async () => {
    const token = await createLocation('odd')
    const rejected: number[] = []
    const source = createRemoteSource({
      server: app.base,
      token,
      location: 'odd',
      name: 'test/odd',
      onRejected: (_, monitor_id) => rejected.push(monitor_id),
    })
    const made = []
    for (const where of ['/odd-1', '/odd-2', '/odd-3'])
      made.push(await watch(where, { locations: ['odd'], interval: 3600 }))
    await admin.query(
      `update monitor_state set next_due_at = clock_ms() where monitor_id = any($1) and location = 'odd'`,
      [made.map(({ id }) => id)],
    )
    await source.beat()
    const { held } = await source.claim([{ location: 'odd', type: 'http', limit: 10 }], [])
    expect(held).toHaveLength(3)
    const timings = { dns_ms: 0, connect_ms: 1, tls_ms: 0, first_byte_ms: 1, total_ms: 2 }
    const probe = { ...EMPTY_PROBE_FIELDS, outcome: { kind: 'success' }, timings, private_target: true } as const
    const bad = made[1]?.id
    await source.report(
      held.map((one) => ({
        ...one,
        probe: { ...probe, http_status: one.check.monitor_id === bad ? 7 : 200 },
        anchors: 'not_asked',
        // Like a report after half an hour without the server.
        started_ms: performance.now() - 1_800_000,
      })),
    )
    expect(rejected).toEqual([bad])
    const { rows } = await admin.query<{ monitor_id: string }>(
      `select monitor_id from monitor_state where location = 'odd' and last_checked_at is not null order by monitor_id`,
    )
    expect(rows.map(({ monitor_id }) => Number(monitor_id))).toEqual([made[0]?.id, made[2]?.id])
    for (const { id } of made) await app.call('DELETE', `/api/monitors/${id}`, { key })
  })
})

const PLACES = ['east', 'north', 'west']
const tokens = new Map<string, string>()
for (const name of PLACES) tokens.set(name, await createLocation(name))
const probers = PLACES.map((name) => startRemote(name, tokens.get(name) ?? ''))
afterAll(() => Promise.all(probers.map((prober) => prober.stop())))

async function watch(where: string, json: object) {
  const settings = { friendly_name: where, url: target.base + where, interval: 1, timeout_seconds: 1, ...json }
  const made = await app.call('POST', '/api/monitors', { key, json: settings })
  expect([made.status, made.text]).toEqual([201, made.text])
  const { id } = made.body.data
  const read = async () => (await app.call('GET', `/api/monitors/${id}`, { key })).body.data
  return { id, made: made.body.data, read, is: (status: string) => async () => (await read()).status === status }
}
const incidentsOf = async (id: number) => (await app.call('GET', `/api/monitors/${id}/incidents`, { key })).body.data
const placesOf = async (id: number) =>
  (
    await admin.query(
      `select location, status from monitor_state where monitor_id = $1 and location <> '' order by 1`,
      [id],
    )
  ).rows
const countFrom = (where: string, place: string): number =>
  target.requests.filter((request) => request.path === `${where}?${place}`).length

describe.concurrent('a monitor with locations', () => {
  it('is down while 2 of 3 locations report it down', async () => {
    const { id, made, is } = await watch('/three', {
      locations: PLACES,
      request_headers: { 'x-token': 'secret-of-mine' },
    })
    expect(made.quorum).toBe(2)
    await until(is('up'), 'it is up')
    await until(() => PLACES.every((place) => countFrom('/three', place) > 0), 'all have asked')
    const seen = target.requests.find((request) => request.path.startsWith('/three'))
    expect(seen?.headers).toMatchObject({
      'x-token': 'secret-of-mine',
      'user-agent': expect.stringMatching(/^Sitewatch/),
    })
    target.set('/three?east', { status: 500 })
    const isDown = (place: string) => async () =>
      (await placesOf(id)).some((row) => row.location === place && row.status === 'down')
    await until(isDown('east'), 'the east sees it down')
    expect(await is('up')()).toBe(true)
    expect(await incidentsOf(id)).toEqual([])
    target.set('/three?west', { status: 502 })
    await until(is('down'), 'two see it down')
    expect(await incidentsOf(id)).toMatchObject([{ status: 'open', cause: { kind: 'http_status', http_status: 502 } }])
    target.set('/three?east', { status: 200 })
    await until(is('up'), 'only one sees it down')
    expect(await incidentsOf(id)).toMatchObject([{ status: 'resolved', resolution: 'recovered' }])
    target.set('/three?west', { status: 200 })
  })

  it('pauses, resumes and changes its locations at all of them', async () => {
    const { id, is } = await watch('/moves', { locations: ['east', 'west'] })
    await until(() => ['east', 'west'].every((place) => countFrom('/moves', place) > 0), 'both have asked')
    await app.call('PATCH', `/api/monitors/${id}`, { key, json: { is_active: false } })
    expect(await placesOf(id)).toMatchObject([{ status: 'paused' }, { status: 'paused' }])
    await app.call('PATCH', `/api/monitors/${id}`, { key, json: { is_active: true, locations: ['west', 'north'] } })
    expect((await placesOf(id)).map((row) => row.location)).toEqual(['north', 'west'])
    await until(() => countFrom('/moves', 'north') > 0, 'the new place asks')
    await until(is('up'), 'it is up')
    const east = countFrom('/moves', 'east')
    const west = countFrom('/moves', 'west')
    await until(() => countFrom('/moves', 'west') > west + 1, 'the other place has asked twice')
    expect(countFrom('/moves', 'east')).toBe(east)
    const back = await app.call('PATCH', `/api/monitors/${id}`, { key, json: { locations: [] } })
    expect([back.status, back.body.data.quorum]).toEqual([200, 1])
    const { rows } = await admin.query(
      'select location, next_due_at is not null as due from monitor_state where monitor_id = $1',
      [id],
    )
    expect(rows).toEqual([{ location: '', due: true }])
  })

  it('accepts only existing locations', async () => {
    const json = { friendly_name: 'x', url: `${target.base}/`, locations: ['moon'] }
    const refused = await app.call('POST', '/api/monitors', { key, json })
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'locations', code: 'invalid_value' }]])
  })
})

describe.concurrent('a location whose probers are offline', () => {
  const read = (path: string) => app.call('GET', path, { key })
  /** Simulates that the last prober died two minutes ago and nobody has checked since. */
  const setOverdue = (id: number, location: string) =>
    admin.query(
      `update monitor_state set claimed_by = 0, next_due_at = clock_ms() - 120000 where monitor_id = $1 and location = $2`,
      [id, location],
    )

  it('leaves its monitor unobserved if it was the last, and the gap is recorded when a prober is online again', async () => {
    const token = await createLocation('island')
    const first = startRemote('island', token)
    const { id, is } = await watch('/island', { locations: ['island'] })
    await until(is('up'), 'it is up')
    await first.stop()
    await admin.query(`update monitors set created_at = now() - interval '1 hour' where id = $1`, [id])
    await admin.query('delete from monitor_unobserved where monitor_id = $1', [id])
    await setOverdue(id, 'island')
    const { data } = (await read(`/api/monitors/${id}`)).body
    expect(data).toMatchObject({ status: 'up', last_error: expect.stringContaining('Not checked') as string })
    const gap_seconds = (await read(`/api/monitors/${id}/incidents?window=24h`)).body.meta.unknown_seconds - 23 * 3600
    expect(gap_seconds).toBeGreaterThanOrEqual(119)
    expect(gap_seconds).toBeLessThan(180)
    const second = startRemote('island', token)
    await until(async () => (await (await read(`/api/monitors/${id}`)).body.data.last_error) === null, 'it is checked')
    await second.stop()
    const { rows } = await admin.query(
      `select extract(epoch from to_at - from_at)::float8 as seconds from monitor_unobserved where monitor_id = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].seconds).toBeGreaterThanOrEqual(119)
  })

  it('has no vote: its last result neither keeps an incident open nor counts for the quorum', async () => {
    const doomed = startRemote('doomed', await createLocation('doomed'))
    target.set('/vote?doomed', { status: 500 })
    const { id, is } = await watch('/vote', { locations: ['doomed', 'east'], quorum: 1 })
    await until(is('down'), 'one of them sees it down')
    await doomed.stop()
    await setOverdue(id, 'doomed')
    await until(is('up'), 'the other one decides')
    expect(await incidentsOf(id)).toMatchObject([{ status: 'resolved', resolution: 'recovered' }])
    await app.call('PATCH', `/api/monitors/${id}`, { key, json: { quorum: 2 } })
    target.set('/vote?east', { status: 500 })
    const isEastDown = async () => (await placesOf(id)).some((row) => row.location === 'east' && row.status === 'down')
    await until(isEastDown, 'the east sees it down')
    expect(await is('up')()).toBe(true)
  })
})

describe('a remote prober', () => {
  const post = (action: string, body: unknown, token = tokens.get('east')) =>
    app.call('POST', `/probe/v1/${action}`, { json: body, headers: { authorization: `Bearer ${token}` } })

  it('is refused without the token of a location', async () => {
    for (const token of ['', 'swp_', `swp_${'A'.repeat(43)}`, key]) {
      expect((await post('beat', { prober_id: 0, name: 'x' }, token)).status).toBe(401)
    }
  })

  it('can access only its own location', async () => {
    const { id } = await watch('/own', { locations: ['west'], interval: 3600 })
    await until(() => countFrom('/own', 'west') === 1, 'it is asked')
    const { prober_id } = (await post('beat', { prober_id: 0, name: 'x', types: ['http'] })).body
    await admin.query(`update monitor_state set next_due_at = clock_ms() where monitor_id = $1 and location = 'west'`, [
      id,
    ])
    const wanted = [{ type: 'http', limit: 200 }]
    const claimed = await post('claim', { prober_id, wanted, held: [], is_lost: false })
    expect(claimed.body.checks.filter((check: { monitor_id: number }) => check.monitor_id === id)).toEqual([])
    const { rows } = await admin.query(`select id from probers where location = 'west'`)
    const stolen = await post('claim', { prober_id: Number(rows[0].id), wanted, held: [], is_lost: true })
    expect(stolen.status).toBe(404)
  })

  it('gets the settings of each check and its decrypted secrets', async () => {
    const token = await createLocation('far')
    const auth = { auth_method: 'bearer', auth_token: 'token-of-mine' }
    const json = { locations: ['far'], interval: 3600, request_headers: { 'x-token': 'secret-of-mine' }, ...auth }
    const http = await watch('/far', json)
    const ping = await watch('/far', { locations: ['far'], interval: 3600, type: 'ping' })
    const beat = (await post('beat', { prober_id: 0, name: 'x', types: ['http', 'ping', 'later'] }, token)).body
    expect(beat.types.toSorted()).toEqual(['http', 'ping'])
    await admin.query(`update monitor_state set next_due_at = clock_ms() where location = 'far'`)
    const wanted = ['http', 'ping'].map((type) => ({ type, limit: 200 }))
    const { body } = await post('claim', { prober_id: beat.prober_id, wanted, held: [], is_lost: false }, token)
    expect(body.checks).toEqual([
      expect.objectContaining({
        monitor_id: http.id,
        secrets: { request_headers: { 'x-token': 'secret-of-mine' }, auth_token: 'token-of-mine' },
        settings: {
          url: `${target.base}/far`,
          timeout_seconds: 1,
          method: 'GET',
          request_body: null,
          expected_status: ['200-399'],
          follow_redirects: true,
          keyword: null,
          keyword_mode: 'present',
          verify_tls: true,
          expiry_notice_days: [21, 7, 1],
          auth_method: 'bearer',
          auth_username: null,
          ip_version: 'any',
          assertions: [],
        },
      }),
      expect.objectContaining({
        monitor_id: ping.id,
        secrets: {},
        settings: { url: '127.0.0.1', timeout_seconds: 1, expiry_notice_days: [21, 7, 1] },
      }),
    ])
  })

  it('with an incompatible version gets an error that explains it', async () => {
    expect((await post('report', { prober_id: 1, results: [{}] })).status).toBe(422)
  })

  it.each([
    ['south', (token: string) => ({ flags: ['--token', token], env: {} })],
    ['centre', (token: string) => ({ flags: [], env: { SITEWATCH_PROBER_TOKEN: token } })],
  ])('runs as a separate process without a database (%s)', async (location, pass) => {
    const { flags: tokenFlags, env } = pass(await createLocation(location))
    const { is, id } = await watch(`/${location}`, { locations: [location] })
    const cli = path.resolve(import.meta.dirname, '../../../launch/sitewatch.cjs')
    const port = await freePort()
    const flags = [
      '--server',
      app.base,
      ...tokenFlags,
      '--location',
      location,
      '--anchors',
      'none',
      '--allow-private',
      '127.0.0.0/8',
      '--health-port',
      String(port),
    ]
    const child = spawn(process.execPath, [cli, 'prober', ...flags], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await until(is('up'), 'it is up')
    const health = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const { rows } = await admin.query(
      `select (select count(*)::int from probers where location = $2) as probers,
         (select count(*)::int from monitor_state where monitor_id = $1 and claimed_by <> 0) as held`,
      [id, location],
    )
    expect(rows[0]).toEqual({ probers: 0, held: 0 })
  })
})
