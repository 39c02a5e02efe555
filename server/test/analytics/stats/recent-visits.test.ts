import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../../src/platform/clickhouse/index.ts'
import { type StatsContext, readSeries, readSummary } from '../../../src/analytics/stats/answers.ts'
import { readBreakdown } from '../../../src/analytics/stats/breakdown.ts'
import { deleteOutdatedBuilds } from '../../../src/analytics/stats/delete-outdated.ts'
import { createRecentVisits } from '../../../src/analytics/stats/recent-visits.ts'
import type { WebsiteRef } from '../../../src/analytics/websites/index.ts'
import { insertSparse, openStore, type SparseEvent } from './context.ts'

const store = await openStore()
const NOW_MS = Date.parse('2026-06-30T12:00:00Z')
let websites = 500

const view = (clock: string, path = '/', visitor = 1): SparseEvent => ({ time: `2026-06-30T${clock}Z`, path, visitor })

const countBuilds = defineQuery({
  name: 'test.recent_builds',
  sql: 'SELECT uniqExact(build) AS builds FROM stats_recent_visits WHERE website_id = {id:UInt64}',
  params: z.object({ id: z.int() }),
  row: z.object({ builds: integer64 }),
})

async function makeSite() {
  websites += 1
  const website = { id: websites, timezone: 'Europe/Berlin' } as WebsiteRef
  let derived = 0
  let clock_ms = 0
  const clickhouse: ClickHouse = {
    ...store,
    readInto(sql, values) {
      derived += 1
      return store.readInto(sql, values)
    },
  }
  const recent = createRecentVisits(clickhouse, { now: () => clock_ms })
  const context: StatsContext = { clickhouse, website, goals: [], now_ms: NOW_MS, recent }
  const add = (events: SparseEvent[]): Promise<void> => insertSparse(clickhouse, website.id, events)
  await add([view('10:00:00'), view('10:10:00', '/b'), view('11:00:00', '/c', 2)])
  const range = { period: '7d' } as const
  return {
    add,
    ask: () =>
      Promise.all([
        readSummary(context, { ...range, compare: 'none' }),
        readSeries(context, { ...range, interval: 'day' }),
        readBreakdown(context, { ...range, dimension: 'page', page: 1, per_page: 10 }),
        readBreakdown(context, {
          ...range,
          dimension: 'entry',
          filters: { operator: 'is', dimension: 'page', values: ['/b'] },
          page: 1,
          per_page: 10,
        }),
      ]),
    derived: () => derived,
    wait: (ms: number) => void (clock_ms += ms),
    builds: async () => (await store.read(countBuilds, { id: website.id }))[0]?.builds,
    store: (arrivals: number) => recent.store(website, [{ day: '2026-06-30', arrivals }]),
  }
}

describe('the visits of a day that still changes', () => {
  it('are derived once for all queries, until a new event arrives', async () => {
    const site = await makeSite()
    const [summary, series, pages, entries] = await site.ask()
    expect(summary).toMatchObject({ visitors: 2, visits: 2, pageviews: 3 })
    expect(series.points.at(-1)).toMatchObject({ visitors: 2, visits: 2, pageviews: 3 })
    expect(pages.rows.map(({ value }) => value)).toEqual(['/', '/b', '/c'])
    expect(entries.rows.map(({ value }) => value)).toEqual(['/'])
    expect(await site.ask()).toEqual([summary, series, pages, entries])
    expect(site.derived()).toBe(1)

    await site.add([view('11:30:00', '/b', 3)])
    expect((await site.ask())[0]).toMatchObject({ visitors: 3, visits: 3, pageviews: 4 })
    expect(site.derived()).toBe(2)
  })

  it('are derived again after five minutes, because expired events are deleted without a notification', async () => {
    const site = await makeSite()
    await site.ask()
    for (let minute = 0; minute < 6; minute += 1) {
      site.wait(60_001)
      await site.ask()
    }
    expect(site.derived()).toBe(2)
  })

  it('are dropped two minutes after they were last used', async () => {
    const site = await makeSite()
    await site.ask()
    await site.add([view('11:30:00', '/b', 3)])
    site.wait(119_000)
    await site.ask()
    expect(await site.builds()).toBe(2)
    site.wait(2000)
    await site.ask()
    await expect.poll(site.builds).toBe(1)
  })

  it('are derived again for a query after they were dropped', async () => {
    const site = await makeSite()
    const before = await site.ask()
    site.wait(121_000)
    expect(await site.ask()).toEqual(before)
    expect(site.derived()).toBe(2)
  })

  it('are dropped once a day if a killed process left them behind', async () => {
    const site = await makeSite()
    await site.ask()
    await deleteOutdatedBuilds(store, Date.now())
    expect(await site.builds()).toBe(1)
    await deleteOutdatedBuilds(store, Date.now() + 2 * 3_600_000)
    expect(await site.builds()).toBe(0)
  })

  it('are derived by each query itself if there are too many events', async () => {
    const site = await makeSite()
    expect(await site.store(3_000_001)).toBeNull()
    expect(await site.store(3_000_000)).toHaveLength(1)
  })
})
