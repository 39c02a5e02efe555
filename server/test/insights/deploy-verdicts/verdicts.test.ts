import { Deploy } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { lookAtDueVerdicts } from '../../../src/insights/deploy-verdicts/look.ts'
import { ClickHouseUnavailable } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { insertSparse, makeFolder, type SparseEvent } from '../../analytics/stats/context.ts'
import { startApp, type TestUser } from '../../support/app.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const { postgres, clickhouse } = app.parts

const evaluateAt = (now_ms: number, reader: Pick<typeof clickhouse, 'read'> = clickhouse): Promise<number> =>
  lookAtDueVerdicts({ postgres, clickhouse: reader, clock: { now: () => new Date(now_ms) }, log: createLog('silent') })

interface Site {
  user: TestUser
  website_id: number
  monitor_id: number
}

async function make({ key }: TestUser, path: string, json: object): Promise<number> {
  const answer = await app.call('POST', path, { key, json })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}

async function makeSite(): Promise<Site> {
  const user = await app.makeUser()
  const website_id = await make(user, '/api/v1/websites', { domain: `v${user.id}.example.com` })
  await make(user, `/api/v1/websites/${website_id}/goals`, { name: 'Order', kind: 'page', value: '/thanks*' })
  const monitor = { friendly_name: 'm', url: 'https://example.com/', is_active: false, website_id }
  return { user, website_id, monitor_id: await make(user, '/api/monitors', monitor) }
}

/** The events of a visitor: a page view, vitals, and the goal for a buyer. Values are spread, so that there is a variance. */
function visit(time_ms: number, visitor: number, lcp_ms: number, isBuyer: boolean): SparseEvent[] {
  const time = new Date(time_ms).toISOString()
  return [
    { time, visitor, path: '/' },
    { time, visitor, kind: 'vitals', lcp_ms: Math.round(lcp_ms * (0.6 + 0.1 * (visitor % 9))) },
    // Twice: a visitor counts once, however often they reach the goal.
    ...(isBuyer ? [0, 1].map(() => ({ time, visitor, path: `/thanks/${visitor}` })) : []),
  ]
}

/** Visitors in the two hours after the deploy, and in the same two hours of the fourteen days before. */
async function fill({ website_id }: Site, deployed_ms: number, lcp_after_ms: number, perDay = 400): Promise<void> {
  const events: SparseEvent[] = []
  for (let day = -14; day <= 0; day++) {
    for (let n = 0; n < perDay; n++) {
      const time_ms = deployed_ms + day * DAY_MS + Math.floor((n / perDay) * 2 * HOUR_MS)
      const visitor = (day + 20) * 1e6 + n
      events.push(
        ...visit(time_ms, visitor, day === 0 ? lcp_after_ms : 2000, n % 10 === 0 && (day < 0 || n % 40 === 0)),
      )
    }
  }
  // Outside of every window, and ten times as slow, so that wrongly counting them would show.
  for (let n = 0; n < 50; n++) events.push(...visit(deployed_ms - 2 * DAY_MS - HOUR_MS, 9e8 + n, 20_000, true))
  await insertSparse(clickhouse, website_id, events)
}

async function fillChecks(
  { user, monitor_id }: Site,
  deployed_ms: number,
  total_after_ms: number,
  hours: number,
): Promise<void> {
  const rows = []
  for (let day = -14; day <= 0; day++) {
    for (let minute = 0; minute < hours * 60; minute += 10) {
      const slot = new Date(deployed_ms + day * DAY_MS + minute * MINUTE_MS).toISOString()
      const total_ms = (day === 0 ? total_after_ms : 200) + (minute % 7)
      rows.push({
        team_id: user.id,
        monitor_id,
        location: 'local',
        slot,
        started_at: slot,
        status: 'up',
        http_status: 200,
        total_ms,
      })
    }
  }
  await clickhouse.insert({ table: 'checks', token: `verdict ${monitor_id}`, rows })
}

const deploy = ({ user, website_id }: Site, deployed_ms: number, more: object = {}): Promise<number> =>
  make(user, '/api/deploys', {
    version: `${deployed_ms} ${Math.random()}`,
    deployed_at: new Date(deployed_ms).toISOString(),
    website_ids: [website_id],
    ...more,
  })

async function read({ user }: Site, id: number) {
  const answer = await app.call('GET', `/api/deploys/${id}`, { key: user.key })
  expect(answer.status, answer.text).toBe(200)
  expect(Deploy.safeParse(answer.body.data).error).toBeUndefined()
  return (answer.body.data as Deploy).verdict
}

const metricOf = (verdict: Deploy['verdict'], name: string) =>
  verdict?.websites[0]?.metrics.find(({ metric }) => metric === name)

describe('the verdict on a deploy', () => {
  it('is worse once LCP has become slower and fewer visitors order: with effect, interval, samples and time', async () => {
    const site = await makeSite()
    const now = Date.now()
    const deployed_ms = now - 3 * HOUR_MS
    await fill(site, deployed_ms, 2600)
    const id = await deploy(site, deployed_ms)
    expect(await read(site, id)).toMatchObject({
      verdict: null,
      is_final: false,
      websites: [{ website_id: site.website_id, metrics: [] }],
    })
    await evaluateAt(now)
    const verdict = await read(site, id)
    expect(verdict).toMatchObject({ verdict: 'worse', decided_at: new Date(now).toISOString(), is_final: false })
    expect(verdict?.ends_at).toBe(new Date(deployed_ms + 48 * HOUR_MS).toISOString())
    const lcp = metricOf(verdict, 'lcp')
    expect(lcp).toMatchObject({ verdict: 'worse', samples_after: 400, samples_before: 5600, unit: 'percent' })
    expect(lcp?.effect).toBeGreaterThan(29)
    expect(lcp?.effect).toBeLessThan(31)
    expect(lcp?.low).toBeGreaterThan(0)
    expect(metricOf(verdict, 'goal')).toMatchObject({
      name: 'Order',
      effect: -75,
      before: 10,
      after: 2.5,
      verdict: 'worse',
    })
    expect(metricOf(verdict, 'not_found')).toBeUndefined()
  })

  it('is decided once: later visitors do not change it, and undecided metrics get a final verdict at the end', async () => {
    const site = await makeSite()
    const now = Date.now()
    const deployed_ms = now - 3 * HOUR_MS
    await fill(site, deployed_ms, 2000, 40)
    await fillChecks(site, deployed_ms, 300, 3)
    const id = await deploy(site, deployed_ms)
    await evaluateAt(now)
    const first = await read(site, id)
    expect(first?.verdict).toBeNull()
    expect(metricOf(first, 'lcp')).toMatchObject({ verdict: null, samples_after: 40, samples_before: 560 })
    expect(metricOf(first, 'response_time')).toMatchObject({ verdict: null, samples_after: 3, samples_before: 42 })
    // Not due again yet.
    expect(await evaluateAt(now + MINUTE_MS)).toBe(0)
    await evaluateAt(deployed_ms + 48 * HOUR_MS + 2 * MINUTE_MS)
    const last = await read(site, id)
    expect(last).toMatchObject({ verdict: 'not_enough_traffic', is_final: true })
    expect(metricOf(last, 'lcp')).toMatchObject({ verdict: 'not_enough_traffic' })
    expect(await evaluateAt(deployed_ms + 60 * HOUR_MS)).toBe(0)
  })

  it('detects slower response times of the monitors, by the hour', async () => {
    const site = await makeSite()
    const now = Date.now()
    const deployed_ms = now - 12 * HOUR_MS
    await fillChecks(site, deployed_ms, 300, 12)
    const id = await deploy(site, deployed_ms)
    await evaluateAt(now)
    const verdict = await read(site, id)
    const time = metricOf(verdict, 'response_time')
    expect(time).toMatchObject({ verdict: 'worse', samples_after: 12, samples_before: 168 })
    expect(time?.before).toBeGreaterThan(200)
    expect(time?.before).toBeLessThan(207)
    expect(time?.effect).toBeGreaterThan(47)
    expect(time?.effect).toBeLessThan(51)
    expect(metricOf(verdict, 'failures')).toMatchObject({ before: 0, after: 0, effect: 0 })
  })

  it('ends with the next deploy of the same website to production, not with one to staging', async () => {
    const site = await makeSite()
    const now = Date.now()
    const first = await deploy(site, now - 5 * HOUR_MS)
    const staging = await deploy(site, now - 4 * HOUR_MS, { environment: 'staging' })
    expect(await read(site, staging)).toBeNull()
    expect((await read(site, first))?.ends_at).toBe(new Date(now + 43 * HOUR_MS).toISOString())
    const next = await deploy(site, now - HOUR_MS, { website_ids: [], monitor_ids: [site.monitor_id] })
    expect((await read(site, first))?.ends_at).toBe(new Date(now - HOUR_MS).toISOString())
    const between = await deploy(site, now - 2 * HOUR_MS)
    expect((await read(site, between))?.ends_at).toBe(new Date(now - HOUR_MS).toISOString())
    await evaluateAt(now)
    expect(await read(site, first)).toMatchObject({ verdict: 'not_enough_traffic', is_final: true })
    expect(await read(site, next)).toMatchObject({ verdict: null, is_final: false })
    expect(await read(site, await deploy(site, now - 49 * HOUR_MS))).toBeNull()
  })

  it('waits while ClickHouse is unavailable, and is evaluated again', async () => {
    const site = await makeSite()
    const now = Date.now()
    const id = await deploy(site, now - HOUR_MS)
    const away = { read: () => Promise.reject(new ClickHouseUnavailable('away', 'gone')) }
    await evaluateAt(now, away)
    expect((await read(site, id))?.websites[0]?.metrics).toEqual([])
    expect(await evaluateAt(now + MINUTE_MS)).toBeGreaterThan(0)
  })

  it('is visible to the team only: not to another team, nor to guests of other websites', async () => {
    const [one, two] = [await makeSite(), await makeSite()]
    const id = await deploy(one, Date.now() - HOUR_MS, { website_ids: [] })
    expect((await read(one, id))?.websites).toHaveLength(1)
    const { status } = await app.call('GET', `/api/deploys/${id}`, { key: two.user.key })
    expect(status).toBe(404)
  })
})
