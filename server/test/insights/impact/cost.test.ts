import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import { measureCost } from '../../../src/insights/impact/measure-cost.ts'
import type { WebsiteRef } from '../../../src/analytics/websites/index.ts'
import { insertSparse, openStore, type SparseEvent } from '../../analytics/stats/context.ts'

const clickhouse = await openStore()
const START_MS = Date.parse('2026-06-24T10:00:00Z')
const SPAN = { from_ms: START_MS, to_ms: START_MS + 2 * HOUR_MS }
const GOAL = {
  object: 'goal' as const,
  id: 5,
  website_id: 1,
  name: 'Ordered',
  kind: 'event' as const,
  value: 'Order',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
let websites = 0

/** Twenty visits in the two hours of each of 28 days, three quarters of them from Germany; every tenth is an order of 50 euros. */
async function makeSite(seen: readonly SparseEvent[] = []): Promise<WebsiteRef> {
  websites += 1
  const events: SparseEvent[] = [...seen]
  for (let day = 1; day <= 28; day++) {
    for (let visitor = 1; visitor <= 20; visitor++) {
      const time = new Date(START_MS - day * DAY_MS + visitor * 5 * 60_000).toISOString()
      const about = { time, visitor, country: visitor % 4 === 0 ? 'AT' : 'DE' }
      events.push({ ...about, path: '/shop', source: 'Google' })
      if (visitor % 10 === 0) events.push({ ...about, kind: 'event', name: 'Order', revenue: '50', currency: 'EUR' })
    }
  }
  await insertSparse(clickhouse, websites, events)
  return { id: websites, timezone: 'UTC' } as WebsiteRef
}

const measure = (website: WebsiteRef, visits: number, goals = [GOAL]) =>
  measureCost(clickhouse, {
    website,
    goals,
    span: SPAN,
    expected_visits: 20,
    lost: { visits, low: visits * 0.8, high: visits * 1.2 },
    now_ms: SPAN.to_ms,
  })

describe('the estimated cost of an incident', () => {
  it('is the lost visits times the rates of the last four weeks, with ranges', async () => {
    const { goals, revenue } = await measure(await makeSite(), 20)
    expect(goals).toEqual([{ goal_id: 5, name: 'Ordered', lost: 2, low: 0, high: expect.any(Number) as number }])
    expect(goals?.[0]?.high).toBeGreaterThanOrEqual(4)
    expect(revenue).toHaveLength(1)
    expect(revenue?.[0]).toMatchObject({ currency: 'EUR', lost: '100.00' })
    expect(Number(revenue?.[0]?.low)).toBeLessThan(60)
    expect(Number(revenue?.[0]?.high)).toBeGreaterThan(150)
  })

  it('names the pages, countries and sources whose visits are missing', async () => {
    expect((await measure(await makeSite(), 20)).affected).toEqual({
      pages: [{ value: '/shop', visits_lost: 20 }],
      countries: [
        { value: 'DE', visits_lost: 15 },
        { value: 'AT', visits_lost: 5 },
      ],
      sources: [{ value: 'Google', visits_lost: 20 }],
    })
  })

  it('names only the affected country', async () => {
    const seen = Array.from({ length: 15 }, (_, n) => ({
      time: new Date(START_MS + n * 60_000).toISOString(),
      visitor: 100 + n,
      country: 'DE',
      path: '/shop',
      source: 'Google',
    }))
    const { affected } = await measure(await makeSite(seen), 5)
    expect(affected?.countries).toEqual([{ value: 'AT', visits_lost: 5 }])
  })

  it('is null for goals and revenue of a website without any', async () => {
    websites += 1
    const website = { id: websites, timezone: 'UTC' } as WebsiteRef
    await insertSparse(clickhouse, website.id, [{ time: new Date(START_MS - DAY_MS).toISOString() }])
    expect(await measure(website, 3, [])).toMatchObject({ goals: null, revenue: null })
  })
})
