import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseFilter } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import {
  type StatsContext,
  readFunnel,
  readSeries,
  readSummary,
  readVitals,
} from '../../../src/analytics/stats/answers.ts'
import { readBreakdown } from '../../../src/analytics/stats/breakdown.ts'
import { readRevenue } from '../../../src/analytics/stats/revenue.ts'
import type { GoalRule } from '../../../src/analytics/stats/query-plan.ts'
import type { WebsiteRef } from '../../../src/analytics/websites/index.ts'
import { insertSparse, openStore, type SparseEvent } from './context.ts'

const clickhouse = await openStore()
let websites = 0

interface Options {
  timezone?: string
  now?: string
  goals?: GoalRule[]
}

async function makeSite(
  events: SparseEvent[],
  { timezone = 'UTC', now = '2026-06-30T12:00:00Z', goals = [] }: Options = {},
) {
  websites += 1
  await insertSparse(clickhouse, websites, events)
  const website = { id: websites, timezone } as WebsiteRef
  const context: StatsContext = { clickhouse, website, goals, now_ms: Date.parse(now) }
  const custom = (from: string, to = from) => ({ period: 'custom' as const, from, to })
  return {
    context,
    sum: (from: string, to = from, filter?: unknown) =>
      readSummary(context, {
        ...custom(from, to),
        compare: 'none',
        filters: filter === undefined ? undefined : parseFilter(JSON.stringify(filter)),
      }),
    break: async (
      dimension: 'source' | 'entry' | 'exit' | 'country' | 'event' | 'goal' | 'page',
      from = '2026-06-01',
    ) => (await readBreakdown(context, { ...custom(from, '2026-06-30'), dimension, page: 1, per_page: 50 })).rows,
    custom,
  }
}

const at = (clock: string, more: Partial<SparseEvent> = {}): SparseEvent => ({ time: `2026-06-10T${clock}Z`, ...more })
const DAY = '2026-06-10'

const DEFINITIONS: Record<string, () => Promise<void>> = {
  async Visitor() {
    const { sum } = await makeSite([
      at('10:00:00.000'),
      at('18:00:00.000'),
      at('10:00:00.000', { visitor: 2 }),
      { time: '2026-06-11T10:00:00.000Z', visitor: 3 },
    ])
    expect((await sum(DAY)).visitors).toBe(2)
    expect((await sum(DAY, '2026-06-11')).visitors).toBe(3)
  },
  async Activity() {
    const { sum } = await makeSite([
      at('10:00:00.000', { kind: 'engagement', engaged_ms: 5000 }),
      at('11:00:00.000', { kind: 'vitals', lcp_ms: 1 }),
      ...['event', 'outbound', 'download', 'not_found'].map((kind, n) => at('12:00:00.000', { kind, visitor: 2 + n })),
    ])
    expect(await sum(DAY)).toMatchObject({ visitors: 4, visits: 4, pageviews: 0, events: 3 })
  },
  async Visit() {
    const { sum } = await makeSite([
      at('10:00:00.000'),
      // Exactly thirty minutes is no longer than thirty minutes.
      at('10:30:00.000'),
      at('11:00:00.001'),
      // An engagement event continues the visit.
      at('11:30:00.000', { kind: 'engagement' }),
      at('12:00:00.000'),
      at('23:59:00.000', { visitor: 2 }),
      { time: '2026-06-11T00:01:00.000Z', visitor: 2 },
    ])
    expect((await sum(DAY)).visits).toBe(3)
    expect((await sum('2026-06-11')).visits).toBe(1)
    const late = await makeSite([at('21:50:00.000'), at('22:10:00.000')], { timezone: 'Europe/Berlin' })
    expect(await late.sum(DAY)).toMatchObject({ visits: 1, pageviews: 1, visit_seconds: 1200 })
    expect(await late.sum('2026-06-11')).toMatchObject({ visits: 0, pageviews: 1, visitors: 1 })
  },
  async Bounce() {
    const { sum } = await makeSite([
      at('10:00:00.000'),
      at('10:00:01.000', { kind: 'engagement' }),
      at('10:00:00.000', { visitor: 2 }),
      at('10:00:00.000', { visitor: 2, kind: 'not_found' }),
      at('10:00:00.000', { visitor: 3 }),
      at('10:01:00.000', { visitor: 3 }),
      at('10:00:00.000', { visitor: 4 }),
      at('10:00:00.000', { visitor: 4, kind: 'outbound' }),
    ])
    expect((await sum(DAY)).bounce_percent).toBe(50)
  },
  async 'Visit duration'() {
    const { sum } = await makeSite([
      at('10:00:00.000'),
      at('10:01:00.000', { kind: 'engagement' }),
      at('10:00:00.000', { visitor: 2 }),
    ])
    expect((await sum(DAY)).visit_seconds).toBe(30)
  },
  async 'Time on page'() {
    const made = await makeSite([
      at('10:00:00.000', { path: '/a' }),
      at('10:01:00.000', { path: '/a' }),
      at('10:02:00.000', { path: '/a', kind: 'engagement', engaged_ms: 9000 }),
      at('10:03:00.000', { path: '/b' }),
    ])
    expect((await made.sum(DAY)).page_seconds).toBe(3)
    expect((await made.break('page')).map(({ value, page_seconds }) => [value, page_seconds])).toEqual([
      ['/a', 4.5],
      ['/b', 0],
    ])
  },
  async 'Page view'() {
    const { sum } = await makeSite([at('23:59:59.999'), { time: '2026-06-11T00:00:00.000Z' }])
    expect((await sum(DAY)).pageviews).toBe(1)
  },
  async event() {
    const twice = { pageview_id: 77, number: 5, kind: 'event', name: 'buy' }
    const made = await makeSite([at('10:00:00.000', twice)])
    await insertSparse(clickhouse, made.context.website.id, [at('10:00:00.000', twice)])
    expect((await made.sum(DAY)).events).toBe(1)
  },
  async Source() {
    const made = await makeSite([
      at('10:00:00.000', { kind: 'event', name: 'x' }),
      at('10:01:00.000', { source: 'Google' }),
      at('10:02:00.000', { source: 'Bing' }),
      at('10:00:00.000', { visitor: 2, kind: 'event', name: 'x', source: 'never' }),
    ])
    expect((await made.break('source')).map(({ value, visits }) => [value, visits])).toEqual([
      ['Google', 1],
      ['', 1],
    ])
  },
  async 'Entry and exit'() {
    const made = await makeSite([
      at('10:00:00.000', { path: '/in' }),
      at('10:01:00.000', { path: '/mid' }),
      at('10:02:00.000', { path: '/out' }),
      at('10:03:00.000', { path: '/other', kind: 'engagement' }),
    ])
    expect((await made.break('entry')).map(({ value }) => value)).toEqual(['/in'])
    expect((await made.break('exit')).map(({ value }) => value)).toEqual(['/out'])
  },
  async 'Country, language, device, browser, system'() {
    const made = await makeSite([
      at('10:00:00.000', { country: 'AT', kind: 'engagement' }),
      at('10:01:00.000', { country: 'DE', kind: 'event', name: 'signup' }),
      at('10:02:00.000', { country: 'FR' }),
    ])
    expect((await made.break('country')).map(({ value }) => value)).toEqual(['DE'])
  },
  async Filter() {
    const { sum } = await makeSite([
      at('10:00:00.000', { path: '/pricing' }),
      at('10:01:00.000', { path: '/a' }),
      at('10:00:00.000', { path: '/Pricing', visitor: 2 }),
    ])
    expect(await sum(DAY, DAY, ['is', 'page', '/pricing'])).toMatchObject({ visits: 1, pageviews: 2 })
    expect(await sum(DAY, DAY, ['is_not', 'page', '/pricing'])).toMatchObject({ visits: 1, pageviews: 1 })
    expect(await sum(DAY, DAY, ['matches', 'page', '*ricing'])).toMatchObject({ visits: 2 })
    expect(await sum(DAY, DAY, ['matches', 'page', '_pricing'])).toMatchObject({ visits: 0 })
    expect(await sum(DAY, DAY, ['or', ['is', 'page', '/a'], ['contains', 'entry', 'Pri']])).toMatchObject({ visits: 2 })
  },
  async Period() {
    const made = await makeSite(
      [at('10:00:00.000', { time: '2026-05-31T18:29:59.999Z' }), { time: '2026-05-31T18:30:00.000Z' }],
      {
        timezone: 'Asia/Kolkata',
      },
    )
    const { from, to, pageviews } = await readSummary(made.context, { period: '30d', compare: 'none' })
    expect({ from, to, pageviews }).toEqual({
      from: '2026-05-31T18:30:00.000Z',
      to: '2026-06-30T12:00:00.001Z',
      pageviews: 1,
    })
  },
  async Interval() {
    const now = '2026-12-01T00:00:00Z'
    const made = await makeSite([{ time: '2026-10-25T00:30:00.000Z' }, { time: '2026-10-25T01:30:00.000Z' }], {
      timezone: 'Europe/Berlin',
      now,
    })
    const { points } = await readSeries(made.context, { ...made.custom('2026-10-25'), interval: 'hour' })
    expect(points.map(({ pageviews }) => pageviews)).toEqual([0, 0, 1, 1, ...Array.from({ length: 21 }, () => 0)])
  },
  async Comparison() {
    const made = await makeSite([
      { time: '2026-06-29T11:00:00.000Z' },
      { time: '2026-06-29T13:00:00.000Z' },
      { time: '2026-06-30T11:00:00.000Z' },
    ])
    const { pageviews, comparison } = await readSummary(made.context, { period: 'today', compare: 'previous' })
    expect([pageviews, comparison?.pageviews, comparison?.to]).toEqual([1, 1, '2026-06-29T12:00:00.001Z'])
  },
  async Goal() {
    const goals: GoalRule[] = [
      { id: 1, kind: 'page', value: '/thanks*', name: 'order' },
      { id: 2, kind: 'event', value: 'download', name: 'file' },
      { id: 3, kind: 'event', value: 'never', name: 'never' },
    ]
    const made = await makeSite(
      [
        at('10:00:00.000', { path: '/thanks/1' }),
        at('10:01:00.000', { path: '/thanks/2' }),
        at('10:00:00.000', { visitor: 2, kind: 'download' }),
        at('10:00:00.000', { visitor: 3 }),
        at('10:00:00.000', { visitor: 4, path: '/no/thanks' }),
      ],
      { goals },
    )
    const rows = await made.break('goal')
    expect(
      rows.map(({ name, visitors, events, visitor_percent }) => [name, visitors, events, visitor_percent]),
    ).toEqual([
      ['order', 1, 2, 25],
      ['file', 1, 1, 25],
      ['never', 0, 0, 0],
    ])
  },
  async Funnel() {
    const made = await makeSite([
      at('10:00:00.000', { path: '/b' }),
      at('10:01:00.000', { path: '/a' }),
      at('10:02:00.000', { path: '/else' }),
      at('10:03:00.000', { path: '/b' }),
      at('10:00:00.000', { visitor: 2, path: '/b' }),
      at('10:01:00.000', { visitor: 2, path: '/a' }),
    ])
    const steps = ['/a', '/b'].map((value) => ({ text: `page:${value}`, kind: 'page' as const, value }))
    const funnel = await readFunnel(made.context, { ...made.custom(DAY), steps })
    expect(funnel.steps.map(({ visits, percent_of_previous }) => [visits, percent_of_previous])).toEqual([
      [2, 100],
      [1, 50],
    ])
    const twice = await readFunnel(made.context, { ...made.custom(DAY), steps: steps.flatMap((step) => [step, step]) })
    expect(twice.steps.map(({ visits }) => visits)).toEqual([2, 0, 0, 0])
  },
  async Revenue() {
    const order = (clock: string, revenue: string, more: Partial<SparseEvent> = {}): SparseEvent =>
      at(clock, { kind: 'event', name: 'Order', currency: 'EUR', revenue, path: '/checkout', ...more })
    const { context, custom } = await makeSite([
      at('10:00:00.000', { path: '/shop' }),
      order('10:01:00.000', '10.25'),
      order('10:02:00.000', '20'),
      // A refund is not an order.
      order('10:03:00.000', '-5'),
      order('10:04:00.000', '7', { currency: 'USD' }),
    ])
    const { revenue } = await readRevenue(context, { ...custom(DAY), compare: 'none' })
    expect(revenue).toEqual([
      { currency: 'EUR', amount: '25.25', orders: 2, average_order: '12.625' },
      { currency: 'USD', amount: '7', orders: 1, average_order: '7' },
    ])
    const ask = { ...custom(DAY), include: 'revenue' as const, page: 1, per_page: 5 }
    const [entry] = (await readBreakdown(context, { ...ask, dimension: 'entry' })).rows
    // A visit belongs to the page where it began; revenue belongs to the page where the event was sent.
    expect(entry).toMatchObject({ value: '/shop', revenue: [{ amount: '25.25' }, { amount: '7' }] })
    const [page] = (await readBreakdown(context, { ...ask, dimension: 'page' })).rows
    expect(page).toMatchObject({ value: '/shop', revenue: [] })
  },
  async 'Web vitals'() {
    const made = await makeSite([
      at('10:00:00.000'),
      ...[100, 200, 300, 400].map((lcp_ms) => at('10:01:00.000', { kind: 'vitals', lcp_ms })),
    ])
    const { lcp_ms, cls } = await readVitals(made.context, made.custom(DAY))
    expect([lcp_ms, cls]).toEqual([
      { p75: 400, samples: 4 },
      { p75: null, samples: 0 },
    ])
  },
}

describe('the definition of', () => {
  it.each(Object.entries(DEFINITIONS))('%s', (_name, check) => check())

  it('each term in the docs has a test here', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/statistics.md'), 'utf8')
    const terms = [...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, term]) => term)
    expect(terms.sort()).toEqual(Object.keys(DEFINITIONS).sort())
  })
})
