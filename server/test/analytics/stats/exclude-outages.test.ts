import type { StatsSummary } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { buildDueDays } from '../../../src/analytics/stats/index.ts'
import { startApp, type TestUser } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'
import { insertSparse, makeFolder, type SparseEvent } from './context.ts'

const app = await startApp({ SITEWATCH_DATA_DIR: makeFolder() })
const TODAY = Date.now() - (Date.now() % DAY_MS)
const FROM = TODAY - 10 * DAY_MS
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

interface Site {
  user: TestUser
  website_id: number
  monitor_id: number
}

async function makeSite(): Promise<Site> {
  const user = await app.makeUser()
  const { key } = user
  const website = await app.call('POST', '/api/v1/websites', { key, json: { domain: `x${user.id}.example.com` } })
  const website_id = website.body.data.id as number
  const json = { friendly_name: 'm', url: 'https://example.com/', is_active: false, website_id }
  const monitor = await app.call('POST', '/api/monitors', { key, json })
  return { user, website_id, monitor_id: monitor.body.data.id }
}

const addIncident = ({ monitor_id }: Site, from: number, to: number) => insertIncident(app, monitor_id, { from, to })

/** Visits of up to forty minutes, so that many begin before an excluded hour and end after it. */
function makeEvents(): { time_ms: number; visitor: number }[] {
  let state = 7
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
  return Array.from({ length: 400 }, (_, visitor) => {
    const start = FROM + random(4 * DAY_MS - 2 * HOUR_MS)
    return Array.from({ length: 1 + random(5) }, (__, n) => ({
      time_ms: start + n * (5 + random(20)) * MINUTE_MS,
      visitor: visitor % 150,
    }))
  }).flat()
}

/** The expected figures: visits by their definition, restricted to the period without the excluded hours. */
function countByHand(
  events: readonly { time_ms: number; visitor: number }[],
  from_ms: number,
  isLeftOut: (hour: number) => boolean,
) {
  const counts = (ms: number): boolean =>
    ms >= from_ms && ms < from_ms + 2 * DAY_MS && !isLeftOut(Math.floor((ms - from_ms) / HOUR_MS))
  const visitors = new Set<string>()
  let [visits, pageviews] = [0, 0]
  const byVisitor = Map.groupBy(events, ({ time_ms, visitor }) => `${dayText(time_ms)} ${visitor}`)
  for (const [name, own] of byVisitor) {
    const times = own.map(({ time_ms }) => time_ms).toSorted((a, b) => a - b)
    for (const [n, ms] of times.entries()) {
      if (!counts(ms)) continue
      visitors.add(name)
      pageviews += 1
      if (n === 0 || ms - (times[n - 1] ?? 0) > 30 * MINUTE_MS) visits += 1
    }
  }
  return { visitors: visitors.size, visits, pageviews }
}

async function read({ user, website_id }: Site, more = ''): Promise<StatsSummary> {
  const [from, to] = [dayText(FROM + 2 * DAY_MS), dayText(FROM + 3 * DAY_MS)]
  const query = `period=custom&from=${from}&to=${to}&compare=previous${more}`
  const answer = await app.call('GET', `/api/v1/websites/${website_id}/stats/summary?${query}`, { key: user.key })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

describe('exclude_outages', () => {
  it('excludes the hours of outages from both periods exactly, for events and for stored visits', async () => {
    const site = await makeSite()
    const events = makeEvents()
    const sparse = events.map(({ time_ms, visitor }): SparseEvent => ({
      time: new Date(time_ms).toISOString(),
      visitor,
    }))
    await insertSparse(app.parts.clickhouse, site.website_id, sparse)
    // In the period, 10:20 to 12:10 of its first day and the whole morning of the second; in the previous period, 15:59 to 16:01.
    await addIncident(
      site,
      FROM + 2 * DAY_MS + 10 * HOUR_MS + 20 * MINUTE_MS,
      FROM + 2 * DAY_MS + 12 * HOUR_MS + 10 * MINUTE_MS,
    )
    await addIncident(site, FROM + 3 * DAY_MS, FROM + 3 * DAY_MS + 12 * HOUR_MS)
    await addIncident(site, FROM + 15 * HOUR_MS + 59 * MINUTE_MS, FROM + 16 * HOUR_MS + MINUTE_MS)
    const hours = new Set([10, 11, 12, 15, 16, ...Array.from({ length: 12 }, (_, n) => 24 + n)])
    const expected = (from_ms: number) => countByHand(events, from_ms, (hour) => hours.has(hour))
    const check = async (): Promise<StatsSummary> => {
      const found = await read(site, '&exclude_outages=1')
      expect(found).toMatchObject({ excluded_hours: 17, ...expected(FROM + 2 * DAY_MS), comparison: expected(FROM) })
      return found
    }
    const derived = await check()
    const all = await read(site)
    expect(all).toMatchObject({ excluded_hours: 0, ...countByHand(events, FROM + 2 * DAY_MS, () => false) })
    expect(all.visits).toBeGreaterThan(derived.visits)
    const due = { now_ms: Date.now(), days: 30, fewest_events: 1, quiet_seconds: 0 }
    expect((await buildDueDays(app.parts.clickhouse, due)).built).toBeGreaterThanOrEqual(4)
    expect(await check()).toEqual(derived)
    // With a filter, visits are read one by one.
    const filters = encodeURIComponent('["is","page","/"]')
    expect(await read(site, `&exclude_outages=1&filters=${filters}`)).toEqual(derived)
  })

  it('changes nothing for a website without an outage in these periods, or without a monitor', async () => {
    const site = await makeSite()
    await insertSparse(app.parts.clickhouse, site.website_id, [
      { time: new Date(FROM + 2 * DAY_MS + HOUR_MS).toISOString() },
    ])
    await addIncident(site, FROM + 5 * DAY_MS, FROM + 6 * DAY_MS)
    expect(await read(site, '&exclude_outages=1')).toEqual(await read(site))
  })
})
