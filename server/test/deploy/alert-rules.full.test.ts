import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CHROME } from '../analytics/collect/collecting.ts'
import { startApp } from '../support/app.ts'
import { startProgram } from '../support/program.ts'
import { fetchApi, METRICS_TOKEN, readRules, startPrometheus } from '../support/prometheus.ts'
import { startHttpSink } from '../support/sinks.ts'

/** By the files of deploy/prometheus. Where the test scrapes more often, all durations of the rules are shorter by as much. */
const SCRAPE_SECONDS = 15
/** Longer than the longest window and delay of the rules without disk space, 5 and 10 minutes. */
const PHASE_SECONDS = 75
const POLL = { timeout: 240_000, interval: 1000 }

const SECONDS = { m: 60, h: 3600 }

/** The durations in brackets and after "for:", and the day that the disk space is predicted for. */
function speedUp(rules: string, scrape_seconds: number): string {
  const faster = SCRAPE_SECONDS / scrape_seconds
  return rules
    .replaceAll(
      /(\[|for: )(\d+)([mh])\b/g,
      (_all, before: string, n: string, unit: 'm' | 'h') => `${before}${(Number(n) * SECONDS[unit]) / faster}s`,
    )
    .replaceAll(', 86400)', `, ${86_400 / faster})`)
}

const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', SITEWATCH_MIN_INTERVAL_SECONDS: '1' })
const user = await app.makeUser()
const authorization = `Bearer ${user.key}`

const watch = (base: string, scrape_seconds: number): Promise<string> =>
  startPrometheus(base, speedUp(readRules(), scrape_seconds), scrape_seconds)

async function startService(): Promise<string> {
  const data = mkdtempSync(path.join(tmpdir(), 'sitewatch-alert-rules-'))
  const env = {
    SITEWATCH_DATA_DIR: data,
    SITEWATCH_METRICS_TOKEN: METRICS_TOKEN,
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  }
  const program = await startProgram(app.database, { roles: [], env })
  onTestFinished(async () => {
    program.kill('SIGKILL')
    await program.ended
    rmSync(data, { recursive: true, force: true })
  })
  return program.base
}

interface Vector {
  result: { metric: { alertname?: string }; value: [number, string] }[]
}

const query = async (api: string, expr: string): Promise<Vector['result']> =>
  (await fetchApi<Vector>(`${api}/query?query=${encodeURIComponent(expr)}`))?.result ?? []

/** How often Prometheus has scraped the process; a scrape that failed does not count. */
const countScrapes = async (api: string): Promise<number> =>
  Number((await query(api, 'sum_over_time(up[1d])'))[0]?.value[1] ?? 0)

const waitForPhase = async (api: string): Promise<void> => {
  const before = await countScrapes(api)
  await expect.poll(() => countScrapes(api), POLL).toBeGreaterThan(before + PHASE_SECONDS)
}

const listFired = async (api: string): Promise<string[]> =>
  (await query(api, 'count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[1d]))')).map(
    ({ metric }) => metric.alertname ?? '',
  )

/** Repeats each request as fast as it is answered, at most 20 times a second, until `stop`. */
function startLoad(requests: readonly ((signal: AbortSignal) => Promise<unknown>)[]): { stop(): Promise<void> } {
  const ended = new AbortController()
  const repeat = async (send: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    while (!ended.signal.aborted) {
      await send(ended.signal).catch(() => undefined)
      await delay(50)
    }
  }
  const running = requests.map(repeat)
  return {
    async stop() {
      ended.abort()
      await Promise.all(running)
    },
  }
}

/** A website with visitors and a reader of its statistics, and monitors that go up and down and alert a webhook. */
async function fillAndRead(base: string): Promise<((signal: AbortSignal) => Promise<unknown>)[]> {
  const sink = await startHttpSink()
  let checks = 0
  for (const path of ['/alert', '/steady']) sink.on(path, () => ({ status: 200, body: '' }))
  sink.on('/flapping', () => ({ status: ++checks % 100 < 50 ? 200 : 500, body: '' }))
  const create = async (route: string, json: object): Promise<{ id: number; tracking_id: string }> => {
    const { status, body } = await app.call('POST', route, { key: user.key, json })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }
  const signing_secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  await create('/api/providers', {
    provider_type: 'webhook',
    webhook_url: `${sink.url}/alert`,
    signing_secret,
    is_default: true,
  })
  const { id, tracking_id } = await create('/api/v1/websites', { domain: 'example.com' })
  const silent = await create('/api/v1/websites', { domain: 'silent.example.com' })
  for (let n = 0; n < 20; n++) {
    const url = `${sink.url}/${n % 4 === 0 ? 'flapping' : 'steady'}`
    await create('/api/monitors', { friendly_name: `monitor ${n}`, url, interval: 2 })
  }
  const read =
    (route: string, headers: Record<string, string> = {}) =>
    async (): Promise<void> => {
      const response = await fetch(base + route, { headers: { authorization, ...headers } })
      await response.text()
    }
  const event = JSON.stringify({ n: 'pageview', u: 'https://example.com/a', w: 1200, i: '7000000001', k: 0, r: '' })
  const collect = (): Promise<unknown> =>
    fetch(`${base}/t/${tracking_id}`, {
      method: 'POST',
      headers: { 'user-agent': CHROME, 'content-type': 'text/plain' },
      body: event,
    })
  const site = `/api/v1/websites/${id}`
  return [
    collect,
    collect,
    read('/api/monitors'),
    read('/api/incidents'),
    read(`${site}/stats/summary?period=7d`),
    read(`${site}/report?period=weekly`),
    // An open dashboard: streams for minutes, which is no slow request.
    read(`/api/v1/websites/${silent.id}/live`, { accept: 'text/event-stream' }),
    read('/api/live', { accept: 'text/event-stream' }),
  ]
}

describe('the alerting rules in a real Prometheus', () => {
  it('fire for no installation that is idle or busy, and for one that has no free Postgres connection', async () => {
    const base = await startService()
    const api = await watch(base, 1)
    await waitForPhase(api)
    expect(await listFired(api), 'idle').toEqual([])

    const load = startLoad(await fillAndRead(base))
    onTestFinished(() => load.stop())
    await waitForPhase(api)
    const countDelivered = async (): Promise<number> =>
      Number((await query(api, 'sum(sitewatch_delivery_attempts_total{outcome="sent"})'))[0]?.value[1] ?? 0)
    await expect.poll(countDelivered, POLL).toBeGreaterThan(0)
    expect(await listFired(api), 'busy').toEqual([])

    await load.stop()

    // A scrape without a connection takes two seconds, and Prometheus waits no longer than until the next one.
    const slower = await watch(base, 3)
    await expect.poll(() => countScrapes(slower), POLL).toBeGreaterThan(0)
    const locking = await app.database.admin.connect()
    onTestFinished(() => locking.release(true))
    await locking.query('begin; lock table monitors in access exclusive mode')
    const list = (signal: AbortSignal) => fetch(`${base}/api/monitors`, { signal, headers: { authorization } })
    const queue = startLoad(Array.from({ length: 20 }, () => list))
    onTestFinished(() => queue.stop())
    await expect.poll(() => listFired(slower), POLL).toContain('SitewatchPostgresPoolExhausted')
    expect(await listFired(slower)).not.toContain('SitewatchDown')
  })
})
