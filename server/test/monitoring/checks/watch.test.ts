import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createProbeDetector } from '../../../src/monitoring/checks/run/signature.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { startApp } from '../../support/app.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { startTarget } from './target.ts'
import { until } from '../../support/until.ts'
import { expectPromised, measure } from '../../support/expect-promised.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-watch-'))
const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  SITEWATCH_DATA_DIR: folder,
})
const target = await startTarget()
const prober = await startProberRole(app.parts)
const worker = await startWorkerRole(app.parts)
afterAll(async () => {
  await prober.stop()
  await worker.stop()
  rmSync(folder, { recursive: true, force: true })
})
const withoutHistory = await startApp(
  { SITEWATCH_DATA_DIR: `${import.meta.filename}/x` },
  { database: app.database, log: createLog('silent') },
)
const { key } = await app.makeUser()

async function watch(json: object): Promise<{ id: number; read: () => Promise<Record<string, unknown>> }> {
  const settings = { friendly_name: 'm', url: `${target.base}/`, interval: 1, timeout_seconds: 1, ...json }
  const made = await app.call('POST', '/api/monitors', { key, json: settings })
  expect([made.status, made.text]).toEqual([201, made.text])
  const { id } = made.body.data
  return { id, read: async () => (await app.call('GET', `/api/monitors/${id}`, { key })).body.data }
}

const incidentsOf = async (id: number) => (await app.call('GET', `/api/monitors/${id}/incidents`, { key })).body.data
const isStatus = (read: () => Promise<Record<string, unknown>>, status: string) => async () =>
  (await read())['status'] === status

describe.concurrent('a monitor', () => {
  it('is checked within 5 s, goes down, opens an incident, recovers and resolves it', async () => {
    const { id, read } = await watch({ url: `${target.base}/a` })
    expectPromised(await measure(until(isStatus(read, 'up'), 'it is up')), 5000)
    target.set('/a', { status: 503, body: 'out of order', headers: { server: 'tired' } })
    const failed_at = Date.now()
    await until(isStatus(read, 'down'), 'it is down')
    const open = await incidentsOf(id)
    expect(open).toMatchObject([
      { status: 'open', cause: { kind: 'http_status', http_status: 503 }, resolved_at: null },
    ])
    expectPromised(Date.parse(open[0].started_at) - failed_at, 2000)
    expect((await read())['last_error']).toMatch(/503/)
    target.set('/a', { status: 200 })
    await until(isStatus(read, 'up'), 'it is up again')
    expect(await incidentsOf(id)).toMatchObject([{ status: 'resolved', resolution: 'recovered' }])
    expect((await read())['last_error']).toBeNull()
    const { rows } = await app.database.admin.query('select evidence from incidents where monitor_id = $1', [id])
    expect(rows[0].evidence).toMatchObject({ status: 503, body: 'out of order', headers: { server: 'tired' } })
  })

  it('sends the configured request, signed, and checks the keyword', async () => {
    target.set('/post', { body: 'the cake is ready' })
    const { read } = await watch({
      url: `${target.base}/post`,
      method: 'POST',
      request_body: 'order=cake',
      request_headers: { 'X-Token': 'a-secret-token-of-mine', 'X-Sitewatch-Probe': 'forged' },
      keyword: 'cake',
    })
    await until(isStatus(read, 'up'), 'it is up')
    const [seen] = target.requests.filter((request) => request.path === '/post')
    expect(seen).toMatchObject({ method: 'POST', body: 'order=cake', headers: { 'x-token': 'a-secret-token-of-mine' } })
    expect(seen?.headers['user-agent']).toMatch(/^Sitewatch\/.+ \(\+http/)
    const isOwnProbe = createProbeDetector({ SITEWATCH_SECRET: TEST_SECRET })
    expect(isOwnProbe(seen?.headers ?? {})).toBe(true)
    target.set('/post', { body: 'the cake is a lie', status: 200 })
    target.set('/post', { body: 'nothing here' })
    await until(isStatus(read, 'down'), 'the keyword is missed')
  })

  it('answers to a ping', async () => {
    const { read } = await watch({ type: 'ping', url: '127.0.0.1' })
    await until(isStatus(read, 'up'), 'it is up')
    const { last_response_ms } = await read()
    expect(last_response_ms).toBeGreaterThanOrEqual(0)
    expectPromised(Number(last_response_ms), 300)
  })

  it('that hangs is down after its timeout, and does not delay other monitors', async () => {
    target.set('/hang', { delay_ms: 60_000 })
    const { id, read } = await watch({ url: `${target.base}/hang` })
    await until(isStatus(read, 'down'), 'it is down')
    expect(await incidentsOf(id)).toMatchObject([{ cause: { kind: 'timeout' } }])
  })

  it('resolves its incident without an alert when it is paused, and is not checked until it is resumed', async () => {
    target.set('/paused', { drop: true })
    const { id, read } = await watch({ url: `${target.base}/paused` })
    await until(isStatus(read, 'down'), 'it is down')
    await app.call('PATCH', `/api/monitors/${id}`, { key, json: { is_active: false } })
    expect(await incidentsOf(id)).toMatchObject([{ status: 'resolved', resolution: 'paused' }])
    const count = (path: string): number => target.requests.filter((request) => request.path === path).length
    const before = count('/paused')
    // Another monitor is the clock: after three of its checks, this one would have had as many.
    await watch({ url: `${target.base}/beside-paused` })
    await until(() => count('/beside-paused') >= 4, 'the other monitor was checked four times')
    expect(count('/paused')).toBe(before)
    target.set('/paused', { status: 200 })
    await app.call('PATCH', `/api/monitors/${id}`, { key, json: { is_active: true } })
    expectPromised(await measure(until(isStatus(read, 'up'), 'it is up')), 5000)
  })

  it('is checked at its new URL within 5 s, even while a check of the old one hangs', async () => {
    target.set('/old', { delay_ms: 60_000 })
    const { id, read } = await watch({ url: `${target.base}/old`, timeout_seconds: 30, interval: 60 })
    await until(() => target.requests.some((request) => request.path === '/old'), 'the old one is asked')
    await app.call('PATCH', `/api/monitors/${id}`, { key, json: { url: `${target.base}/new`, timeout_seconds: 5 } })
    expectPromised(await measure(until(isStatus(read, 'up'), 'it is up')), 5000)
  })

  it('shows its recent checks and response times from ClickHouse', async () => {
    const { id, read } = await watch({ url: `${target.base}/history` })
    await until(isStatus(read, 'up'), 'it is up')
    target.set('/history', { status: 500 })
    await until(isStatus(read, 'down'), 'it is down')
    const list = async (search = '') => (await app.call('GET', `/api/monitors/${id}/checks${search}`, { key })).body
    await until(
      async () => (await list()).data?.some((check: { status: string }) => check.status === 'down'),
      'it is loaded',
    )
    const { data, meta } = await list('?pageSize=2')
    expect(data.length).toBe(2)
    expect(meta.total).toBeGreaterThanOrEqual(2)
    expect(data[0].id).toBeGreaterThan(data[1].id)
    const up = await list('?status=up')
    expect(up.data[0]).toMatchObject({
      object: 'check',
      monitor_id: id,
      location: 'default',
      status: 'up',
      cause: null,
      http_status: 200,
      jitter_ms: null,
    })
    expect(up.data[0].timings.total_ms).toBeGreaterThan(0)
    expect((await list('?status=down')).data[0]).toMatchObject({ cause: { kind: 'http_status', http_status: 500 } })
    for (const window of ['24h', '30d', '6mo', '1y']) {
      const times = await app.call('GET', `/api/monitors/${id}/response-times?window=${window}`, { key })
      expect([times.status, times.body.data]).toMatchObject([200, { object: 'response_times', window, monitor_id: id }])
      const points = times.body.data.points as { up: number; down: number; total: { p50_ms: number } | null }[]
      expect(points.length).toBeGreaterThanOrEqual(1)
      expect(points.reduce((sum, point) => sum + point.down, 0)).toBeGreaterThanOrEqual(1)
      expect(points.some((point) => (point.total?.p50_ms ?? 0) > 0)).toBe(true)
    }
  })

  it('has a history that only its owner can read', async () => {
    const { id } = await watch({})
    const stranger = await app.makeUser()
    for (const route of ['checks', 'response-times']) {
      const foreign = await app.call('GET', `/api/monitors/${id}/${route}`, { key: stranger.key })
      const missing = await app.call('GET', `/api/monitors/999999/${route}`, { key: stranger.key })
      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
      expect(foreign.text.replace(foreign.body.request_id, '')).toBe(missing.text.replace(missing.body.request_id, ''))
    }
  })
})

describe('a monitor without ClickHouse', () => {
  it('has no history, and everything else works', async () => {
    const list = await withoutHistory.call('GET', '/api/monitors', { key })
    expect(list.status).toBe(200)
    const [{ id }] = list.body.data
    for (const route of [`${id}/checks`, `${id}/response-times`, 'recent-checks']) {
      const answer = await withoutHistory.call('GET', `/api/monitors/${route}`, { key })
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
      expect(answer.headers.get('retry-after')).toBe('5')
    }
    expect((await withoutHistory.call('GET', `/api/monitors/${id}/incidents`, { key })).status).toBe(200)
  })
})
