import { parseFilter } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import type { StatsContext } from '../../../src/analytics/stats/answers.ts'
import { readBreakdown } from '../../../src/analytics/stats/breakdown.ts'
import { buildDay, listDueDays } from '../../../src/analytics/stats/build.ts'
import { readDailyValues } from '../../../src/analytics/stats/daily-values.ts'
import { readRevenue } from '../../../src/analytics/stats/revenue.ts'
import type { ClickHouse } from '../../../src/platform/clickhouse/index.ts'
import type { WebsiteRef } from '../../../src/analytics/websites/index.ts'
import { insertSparse, openStore, type SparseEvent } from './context.ts'

const store = await openStore()
let fromVisits = 0
let fromEvents = 0
const clickhouse: ClickHouse = {
  ...store,
  read(query, values) {
    if (query.name === 'stats.revenue' && query.sql.includes('FROM stats_visits')) fromVisits += 1
    if (query.name === 'stats.revenue' && query.sql.includes('FROM events')) fromEvents += 1
    return store.read(query, values)
  },
}
let websites = 0

const DAY = '2026-06-10'
const CUSTOM = { period: 'custom' as const, from: DAY, to: DAY }
const GOAL = { id: 5, kind: 'event' as const, value: 'Order', name: 'Ordered' }
const at = (clock: string, more: Partial<SparseEvent> = {}): SparseEvent => ({ time: `${DAY}T${clock}.000Z`, ...more })
const order = (clock: string, revenue: string, currency: string, more: Partial<SparseEvent> = {}): SparseEvent =>
  at(clock, { kind: 'event', name: 'Order', revenue, currency, ...more })

/** Two buyers from two countries, a refund, and a second currency. */
const EVENTS = [
  at('10:00:00', { country: 'DE', source: 'Google', path: '/shop' }),
  order('10:05:00', '19.99', 'EUR', { country: 'DE', path: '/checkout', props: { plan: 'pro' } }),
  order('10:06:00', '0.02', 'EUR', { country: 'DE', path: '/checkout' }),
  at('11:00:00', { visitor: 2, country: 'AT', path: '/' }),
  order('11:10:00', '100', 'EUR', { visitor: 2, country: 'AT', path: '/' }),
  order('11:11:00', '-30.5', 'EUR', { visitor: 2, country: 'AT', path: '/', name: 'Refund' }),
  order('11:12:00', '7', 'USD', { visitor: 2, country: 'AT', path: '/' }),
  at('12:00:00', { visitor: 3, country: 'AT', path: '/' }),
]

async function makeSite(events: readonly SparseEvent[] = EVENTS): Promise<StatsContext> {
  websites += 1
  const website = { id: websites, timezone: 'UTC' } as WebsiteRef
  await insertSparse(clickhouse, website.id, events)
  return { clickhouse, website, goals: [GOAL], now_ms: Date.parse('2026-06-30T12:00:00Z') }
}

async function storeVisits({ website }: StatsContext): Promise<void> {
  const due = await listDueDays(clickhouse, {
    now_ms: Date.parse('2026-06-30T12:00:00Z'),
    days: 60,
    fewest_events: 1,
    quiet_seconds: 0,
  })
  for (const day of due.filter(({ website_id }) => website_id === website.id)) await buildDay(clickhouse, day)
}

const readAll = (context: StatsContext) => readRevenue(context, { ...CUSTOM, compare: 'none', interval: 'hour' })
const listRows = async (context: StatsContext, dimension: 'country' | 'page' | 'event' | 'goal' | 'property') => {
  const { rows } = await readBreakdown(context, { ...CUSTOM, dimension, include: 'revenue', page: 1, per_page: 50 })
  return Object.fromEntries(rows.map(({ value, revenue }) => [value, revenue?.map((each) => each.amount)]))
}

describe.each(['derived', 'stored'])('revenue of %s visits', (source) => {
  it('is exact, by currency, with refunds subtracted', async () => {
    const context = await makeSite()
    if (source === 'stored') await storeVisits(context)
    const before = { fromVisits, fromEvents }
    const { revenue, points } = await readAll(context)
    expect(revenue).toEqual([
      { currency: 'EUR', amount: '89.51', orders: 3, average_order: '29.8367' },
      { currency: 'USD', amount: '7', orders: 1, average_order: '7' },
    ])
    expect(points[10]?.revenue).toEqual([{ currency: 'EUR', amount: '20.01', orders: 2, average_order: '10.005' }])
    expect(points[12]?.revenue).toEqual([])
    expect(source === 'stored' ? fromVisits > before.fromVisits : fromEvents > before.fromEvents).toBe(true)
  })

  it('is a column of every kind of dimension', async () => {
    const context = await makeSite()
    if (source === 'stored') await storeVisits(context)
    expect(await listRows(context, 'country')).toEqual({ AT: ['69.5', '7'], DE: ['20.01'] })
    expect(await listRows(context, 'page')).toEqual({ '/': ['69.5', '7'], '/shop': [] })
    expect(await listRows(context, 'event')).toEqual({ Order: ['120.01', '7'], Refund: ['-30.5'] })
    expect(await listRows(context, 'goal')).toEqual({ 5: ['120.01', '7'] })
    expect(await listRows(context, 'property')).toEqual({ plan: ['19.99'] })
  })

  it('is that of the visits that a filter selects', async () => {
    const context = await makeSite()
    if (source === 'stored') await storeVisits(context)
    const filters = parseFilter('["is","source","Google"]')
    const { revenue } = await readRevenue(context, { ...CUSTOM, filters, compare: 'none' })
    expect(revenue).toEqual([{ currency: 'EUR', amount: '20.01', orders: 2, average_order: '10.005' }])
  })

  it('has the values of each visit by day, which the cost of an outage is estimated from', async () => {
    const context = await makeSite()
    if (source === 'stored') await storeVisits(context)
    const from_ms = Date.parse(DAY)
    const [day, ...others] = await readDailyValues(context, { from_ms, to_ms: from_ms + 86_400_000 })
    expect(others).toEqual([])
    expect(day?.visits).toBe(3)
    expect(day?.goals).toEqual(new Map([[5, 2]]))
    const eur = day?.revenue.get('EUR')
    expect(eur?.sum).toBeCloseTo(89.51, 6)
    expect(eur?.squares).toBeCloseTo(20.01 ** 2 + 69.5 ** 2, 6)
  })
})

describe('revenue', () => {
  it('is compared with the previous period, and an average without orders is null', async () => {
    const context = await makeSite([
      { time: '2026-06-09T10:00:00Z', kind: 'event', name: 'Order', revenue: '5', currency: 'EUR' },
      order('10:00:00', '-5', 'EUR'),
    ])
    const answer = await readRevenue(context, { ...CUSTOM, compare: 'previous' })
    expect(answer.revenue).toEqual([{ currency: 'EUR', amount: '-5', orders: 0, average_order: null }])
    expect(answer.comparison?.revenue).toEqual([{ currency: 'EUR', amount: '5', orders: 1, average_order: '5' }])
  })

  it('adds large amounts exactly, to four decimal places', async () => {
    const context = await makeSite(
      Array.from({ length: 3 }, (_, n) => order(`10:00:0${n}`, '999999999999.3333', 'EUR', { visitor: n + 1 })),
    )
    const { revenue } = await readAll(context)
    expect(revenue).toEqual([
      { currency: 'EUR', amount: '2999999999997.9999', orders: 3, average_order: '999999999999.3333' },
    ])
  })

  it('is null in a breakdown that did not request it', async () => {
    const context = await makeSite()
    const { rows } = await readBreakdown(context, { ...CUSTOM, dimension: 'country', page: 1, per_page: 5 })
    expect(rows.map(({ revenue }) => revenue)).toEqual([null, null])
  })
})
