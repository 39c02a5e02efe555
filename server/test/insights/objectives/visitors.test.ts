import { ExperiencedUptime } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { evaluateObjectives } from '../../../src/insights/objectives/evaluate.ts'
import { buildDueModels } from '../../../src/insights/expected-traffic/rebuild.ts'
import { createLog } from '../../../src/platform/log.ts'
import { insertSparse, makeFolder, type SparseEvent } from '../../analytics/stats/context.ts'
import { startApp } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'
import { makeMonitor } from '../../team/uptime-reports/reporting.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const { postgres, clickhouse, config } = app.parts
const AN_HOUR = 60

interface Outage {
  from_ms: number
  to_ms: number
}

/** The same number of visits in every hour of 35 days; none begins during an outage. */
async function addVisits(website_id: number, outages: readonly Outage[], now_ms: number): Promise<number[]> {
  const events: SparseEvent[] = []
  const all: number[] = []
  const first = Math.floor((now_ms - 35 * DAY_MS) / HOUR_MS) * HOUR_MS
  for (let time_ms = first, visitor = 1; time_ms < now_ms; time_ms += HOUR_MS / AN_HOUR, visitor++) {
    all.push(time_ms)
    if (outages.some(({ from_ms, to_ms }) => time_ms >= from_ms && time_ms < to_ms)) continue
    events.push({ time: new Date(time_ms).toISOString(), visitor })
  }
  await insertSparse(clickhouse, website_id, events)
  return all
}

/** A website with traffic and a monitor, which were down for two hours a week ago and for the last 20 minutes. */
async function makeVisited() {
  const user = await app.makeUser()
  const { key } = user
  const now_ms = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const json = { domain: `v${user.id}.example.com` }
  const website_id = (await app.call('POST', '/api/v1/websites', { key, json })).body.data.id as number
  await app.database.admin.query(`update websites set first_event_at = now() - interval '35 days' where id = $1`, [
    website_id,
  ])
  const monitor = await makeMonitor(app, user, { website_id })
  const outages = [
    { from_ms: now_ms - 7 * DAY_MS, to_ms: now_ms - 7 * DAY_MS + 2 * HOUR_MS },
    { from_ms: now_ms - 20 * MINUTE_MS, to_ms: now_ms },
  ]
  const visits = await addVisits(website_id, outages, now_ms)
  for (const { from_ms, to_ms } of outages)
    await insertIncident(app, monitor, { from: from_ms, to: to_ms === now_ms ? null : to_ms })
  return { user, key, website_id, monitor, outages, visits, now_ms }
}

const at = (now_ms: number) => ({ now: () => new Date(now_ms) })
const build = (now_ms: number) => buildDueModels({ postgres, clickhouse, clock: at(now_ms), log: createLog('silent') })
const evaluate = (now_ms: number) =>
  evaluateObjectives({ config, postgres, clickhouse, clock: at(now_ms), log: createLog('silent') })

describe('uptime by visits', () => {
  it('agrees with a replay of every visit, within 0.01 points, beside the uptime by time', async () => {
    const { key, website_id, monitor, outages, visits, now_ms } = await makeVisited()
    const read = async (path: string) =>
      (await app.call('GET', `/api/${path}/experienced-uptime?days=30`, { key })).body.data as ExperiencedUptime
    expect(await read(`v1/websites/${website_id}`)).toMatchObject({ experienced_percent: null, visits_seen: null })
    await build(now_ms)
    const found = ExperiencedUptime.parse(await read(`monitors/${monitor}`))
    const window = visits.filter((time_ms) => time_ms >= Date.parse(found.from) && time_ms < Date.parse(found.to))
    const served = window.filter(
      (time_ms) => !outages.some(({ from_ms, to_ms }) => time_ms >= from_ms && time_ms < to_ms),
    )
    const oracle = (100 * served.length) / window.length
    expect(Math.abs((found.experienced_percent ?? 0) - oracle)).toBeLessThanOrEqual(0.01)
    expect(found).toMatchObject({ website_id, monitor_id: monitor, visits_seen: served.length })
    expect(found.clock_percent).toBeCloseTo(100 - (100 * 140) / (30 * 1440), 1)
    expect((await read(`v1/websites/${website_id}`)).experienced_percent).toBe(found.experienced_percent)
  })

  it('counts each day once in an objective, burns its budget with an outage, and has a history', async () => {
    const { key, website_id, now_ms } = await makeVisited()
    const json = { name: 'Visits', website_id, measure: 'visitors', target: 99.5 }
    const { id, status } = (await app.call('POST', '/api/objectives', { key, json })).body.data
    expect(status).toBe('no_data')
    await build(now_ms)
    await evaluate(now_ms)
    const shown = (await app.call('GET', `/api/objectives/${id}`, { key })).body.data
    // 140 minutes with one visit each, of 30 days of 1,440; today is not over.
    expect(shown.status).toBe('at_risk')
    expect(shown.burn_rate_fast).toBeGreaterThan(14.4)
    expect(shown.burning_fast_since).not.toBeNull()
    expect(shown.budget_total - shown.budget_left).toBeGreaterThan(137)
    expect(shown.budget_total - shown.budget_left).toBeLessThan(142)
    expect(shown.current_percent).toBeGreaterThan(99.6)
    const { days, alerts } = (await app.call('GET', `/api/objectives/${id}/history`, { key })).body.data
    expect(days).toHaveLength(30)
    expect(days.filter(({ failed }: { failed: number }) => failed > 1).length).toBeGreaterThanOrEqual(2)
    expect(alerts).toMatchObject([{ burn: 'fast' }])
    const final = async () =>
      (
        await app.database.admin.query<{ count: number }>(
          'select count(*)::int from objective_days where objective_id = $1 and is_final',
          [id],
        )
      ).rows[0]?.count
    const counted = await final()
    expect(counted).toBeGreaterThanOrEqual(58)
    await evaluate(now_ms + MINUTE_MS)
    // A day is final an hour after it has ended.
    const countEnded = (at_ms: number): number => Math.floor((at_ms - HOUR_MS) / DAY_MS)
    expect(await final()).toBe((counted ?? 0) + countEnded(now_ms + MINUTE_MS) - countEnded(now_ms))
    await app.call('PATCH', `/api/objectives/${id}`, { key, json: { window_days: 7 } })
    expect(await final()).toBe(0)
  })

  it('ignores an outage before the first known visit', async () => {
    const { key, website_id, monitor, now_ms } = await makeVisited()
    await build(now_ms)
    const read = async () =>
      (await app.call('GET', `/api/v1/websites/${website_id}/experienced-uptime?days=90`, { key })).body.data
    const before = await read()
    const from = now_ms - 50 * DAY_MS
    await insertIncident(app, monitor, { from, to: from + 5 * HOUR_MS })
    const after = await read()
    expect(after.clock_percent).toBeLessThan(before.clock_percent)
    expect(after.visits_failed).toBe(before.visits_failed)
  })

  it('is null for a monitor without a website, which has only the uptime by time', async () => {
    const user = await app.makeUser()
    const monitor = await makeMonitor(app, user)
    const { body } = await app.call('GET', `/api/monitors/${monitor}/experienced-uptime`, { key: user.key })
    expect(body.data).toMatchObject({ website_id: null, clock_percent: 100, experienced_percent: null })
    const other = await app.makeUser()
    expect((await app.call('GET', `/api/monitors/${monitor}/experienced-uptime`, { key: other.key })).status).toBe(404)
  })
})
