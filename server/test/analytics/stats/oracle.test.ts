import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type StatsContext,
  readFunnel,
  readRealtime,
  readSeries,
  readSummary,
  readVitals,
} from '../../../src/analytics/stats/answers.ts'
import type { ClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { buildDay, listDueDays } from '../../../src/analytics/stats/build.ts'
import { readBreakdown } from '../../../src/analytics/stats/breakdown.ts'
import { readRevenue } from '../../../src/analytics/stats/revenue.ts'
import { createRecentVisits } from '../../../src/analytics/stats/recent-visits.ts'
import type { WebsiteRef } from '../../../src/analytics/websites/index.ts'
import { reportFigure } from '../../support/report.ts'
import { sized } from '../../support/size.ts'
import { dataSet, GOALS, MOMENTS, type Question, question } from './arbitraries.ts'
import { intervalName } from './calendar.ts'
import { openStore } from './context.ts'
import {
  breakByEvent,
  breakByGoal,
  breakByVisit,
  countFigures,
  findVisits,
  findVital,
  type OracleVisit,
  type StoredEvent,
  visitFits,
  walkFunnel,
} from './oracle.ts'
import { findPeriod } from './oracle-period.ts'
import { revenueOf, revenueOfRow } from './oracle-revenue.ts'

const SEED = 20_261_115
const SETS = sized(8, 1000)
const QUESTIONS = sized(75, 6000)
const PER_PAGE = 5
/** ClickHouse runs three queries at a time; one by one, the test would mostly wait. */
const AT_ONCE = 3

const store = await openStore()
let fromCounted = 0
let fromVisits = 0
let fromRecent = 0
let withRevenue = 0
const clickhouse: ClickHouse = {
  ...store,
  read(query, values) {
    if (query.sql.includes('FROM stats_days')) fromCounted += 1
    if (query.sql.includes('FROM stats_visits')) fromVisits += 1
    if (query.sql.includes('FROM stats_recent_visits') && query.name !== 'stats.recent_days') fromRecent += 1
    return store.read(query, values)
  },
}

/** Used by every other query; the others derive the visits of unbuilt days themselves. */
const recent = createRecentVisits(clickhouse)

const momentOf = (set: number): number => MOMENTS[set % MOMENTS.length] ?? 0
const sets = Array.from({ length: SETS }, (_, n) =>
  fc
    .sample(dataSet(momentOf(n)), { seed: SEED + n, numRuns: 1 })
    .flat()
    .map((event) => ({ ...event, website_id: n + 1 })),
)

function toRow({ time_ms, revenue_units, ...event }: StoredEvent): Record<string, unknown> {
  const cls = event.cls === null ? null : Math.fround(event.cls)
  const revenue = (revenue_units / 10_000).toFixed(4)
  return { ...event, cls, revenue, time: new Date(time_ms).toISOString(), retention_days: 3650 }
}

/** The state of the days of a data set before the queries: never built, built, more events after that, built again. */
const DAY_STATES = ['derived', 'counted', 'out of date', 'counted again'] as const
const dayStateOf = (set: number) => DAY_STATES[set % DAY_STATES.length] ?? 'derived'
const arrivesLate = ({ website_id, time_ms, number }: StoredEvent): boolean =>
  DAY_STATES.indexOf(dayStateOf(website_id - 1)) >= 2 && number % 7 === 0 && new Date(time_ms).getUTCDate() % 2 === 0

const [late, first] = [sets.flat().filter(arrivesLate), sets.flat().filter((event) => !arrivesLate(event))]
const rows = first.map(toRow)
await clickhouse.insert({ table: 'events', token: 'all', rows })
// An event that a browser sent twice counts once.
await clickhouse.insert({ table: 'events', token: 'again', rows: rows.filter((_, n) => n % 3 === 0) })
await countDays(['counted', 'out of date', 'counted again'])
await clickhouse.insert({ table: 'events', token: 'late', rows: late.map(toRow) })
await countDays(['counted again'])

async function countDays(states: readonly string[]): Promise<void> {
  const now_ms = Math.max(...MOMENTS) + 90 * 86_400_000
  const due = await listDueDays(clickhouse, { now_ms, days: 3000, fewest_events: 1, quiet_seconds: 0 })
  for (const day of due.filter(({ website_id }) => states.includes(dayStateOf(website_id - 1))))
    await buildDay(clickhouse, day)
}

/** One query in three has no filter and covers whole days, so that built days can be used. */
const plain = question.filter(({ ask }) => ask !== 'realtime' && ask !== 'funnel' && ask !== 'vitals')
const mixed = fc.oneof(
  { weight: 2, arbitrary: question },
  {
    weight: 1,
    arbitrary: plain.map((each): Question => ({
      ...each,
      filter: undefined,
      period: 'custom',
      days: 2 + (each.days % 3),
      now_after_ms: 90 * 3_600_000,
    })),
  },
)

interface Case {
  context: StatsContext
  visits: OracleVisit[]
  belongs: (time_ms: number) => boolean
  range: { period: Question['period']; from?: string; to?: string }
}

/** The calendar is slow, and the oracle needs the same few times again and again. */
function memoize<T>(fn: (time_ms: number) => T): (time_ms: number) => T {
  const cache = new Map<number, T>()
  return (time_ms) => {
    const found = cache.get(time_ms) ?? fn(time_ms)
    cache.set(time_ms, found)
    return found
  }
}

function prepare(query: Question): Case {
  const n = query.set % sets.length
  const moment = momentOf(n)
  const now_ms = moment + query.now_after_ms
  const website = { id: n + 1, timezone: query.timezone } as WebsiteRef
  const { filter } = query
  const visits = findVisits(sets[n] ?? []).filter((visit) => !filter || visitFits(visit, filter, GOALS))
  const period = findPeriod(query, moment, now_ms)
  return {
    context: { clickhouse, website, goals: GOALS, now_ms, ...(query.days % 2 === 0 && { recent }) },
    visits,
    range: period.asked,
    belongs: memoize(period.belongs),
  }
}

async function checkSeries(query: Question, { context, visits, belongs, range: period }: Case): Promise<void> {
  const isLong = period.period === '12mo' || period.period === '30d'
  const interval = isLong && query.interval === 'hour' ? 'day' : query.interval
  const name = memoize((time_ms) => intervalName(time_ms, interval, query.timezone))
  const { points } = await readSeries(context, { ...period, filters: query.filter, interval })
  const names = points.map(({ start }) => name(Date.parse(start)))
  expect(new Set(names).size).toBe(names.length)
  const times = visits.flatMap(({ events }) => events.map(({ time_ms }) => time_ms)).filter(belongs)
  for (const time_ms of times) expect(names).toContain(name(time_ms))
  for (const [n, { start: _, ...figures }] of points.entries()) {
    expect(figures).toEqual(countFigures(visits, (time_ms) => belongs(time_ms) && name(time_ms) === names[n]))
  }
}

/** Checks the total and each interval; the intervals themselves are checked with the series. */
async function checkRevenue(query: Question, { context, visits, belongs, range: period }: Case): Promise<void> {
  const interval = query.interval === 'hour' && period.period !== 'custom' ? 'day' : query.interval
  const name = memoize((time_ms) => intervalName(time_ms, interval, query.timezone))
  const answer = await readRevenue(context, { ...period, filters: query.filter, interval, compare: 'none' })
  expect(answer.revenue).toEqual(revenueOf(visits, belongs))
  if (answer.revenue.length > 0) withRevenue += 1
  for (const { start, revenue } of answer.points) {
    const interval_name = name(Date.parse(start))
    expect(revenue).toEqual(revenueOf(visits, (time_ms) => belongs(time_ms) && name(time_ms) === interval_name))
  }
}

async function checkBreakdown(query: Question, { context, visits, belongs, range: period }: Case): Promise<void> {
  if (typeof query.ask === 'string') return
  const { dimension, search, page } = query.ask
  const property = dimension === 'property' ? query.ask.property : undefined
  const include = dimension === 'page' ? ('bounce_percent,revenue' as const) : ('revenue' as const)
  const given = { ...period, filters: query.filter, dimension, property, search, include, page, per_page: PER_PAGE }
  const { rows: found, total } = await readBreakdown(context, given)
  const all =
    dimension === 'goal'
      ? breakByGoal(visits, GOALS, belongs)
      : dimension === 'page' || dimension === 'event' || dimension === 'property'
        ? breakByEvent(visits, { dimension, property }, belongs)
        : breakByVisit(visits, dimension, belongs)
  const expected = all.filter(({ value, name }) => search === undefined || (name ?? value).includes(search))
  expect(total).toBe(expected.length)
  const rows = expected.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const paid = rows.map(({ value }) => revenueOfRow(visits, { dimension, property, value }, { belongs, goals: GOALS }))
  expect(found).toEqual(rows.map((row, n) => ({ ...row, revenue: paid[n] })))
  if (paid.some((revenue) => revenue.length > 0)) withRevenue += 1
}

async function check(query: Question): Promise<void> {
  const prepared = prepare(query)
  const { context, visits, belongs, range: period } = prepared
  const given = { ...period, filters: query.filter }
  switch (query.ask) {
    case 'summary':
      return expect(await readSummary(context, { ...given, compare: 'none' })).toMatchObject(
        countFigures(visits, belongs),
      )
    case 'series':
      return checkSeries(query, prepared)
    case 'revenue':
      return checkRevenue(query, prepared)
    case 'realtime': {
      const { now_ms } = context
      const last = (from: number, to: number) => (time_ms: number) =>
        time_ms > now_ms - from * 60_000 && time_ms <= now_ms - to * 60_000
      const answer = await readRealtime(context, query.filter)
      expect(answer.visitors).toBe(countFigures(visits, last(5, 0)).visitors)
      expect(answer.visitors_30_minutes).toBe(countFigures(visits, last(30, 0)).visitors)
      const minutes = answer.minutes.map(({ visitors, pageviews }) => ({ visitors, pageviews }))
      return expect(minutes).toEqual(
        Array.from({ length: 30 }, (_, n) => {
          const { visitors, pageviews } = countFigures(visits, last(30 - n, 29 - n))
          return { visitors, pageviews }
        }),
      )
    }
    case 'funnel': {
      const begun = visits.filter(({ start_ms }) => belongs(start_ms))
      const answer = await readFunnel(context, { ...given, steps: query.steps })
      expect(answer.visits).toBe(begun.length)
      return expect(answer.steps.map((each) => each.visits)).toEqual(walkFunnel(begun, query.steps, GOALS))
    }
    case 'vitals': {
      const answer = await readVitals(context, { ...given, path: query.path })
      for (const name of ['lcp_ms', 'inp_ms', 'cls', 'ttfb_ms', 'fcp_ms'] as const)
        expect(answer[name]).toEqual(findVital(visits, { name, path: query.path }, belongs))
      return
    }
    default:
      return checkBreakdown(query, prepared)
  }
}

describe('statistics', () => {
  it(
    `agree with the oracle on ${QUESTIONS} random queries over ${SETS} random data sets`,
    { timeout: sized(900_000, 3_600_000) },
    async () => {
      const started = performance.now()
      let total = 0
      let withVisits = 0
      await fc.assert(
        fc.asyncProperty(fc.array(mixed, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (several) => {
          for (const each of several) {
            total += 1
            const { visits, belongs } = prepare(each)
            if (visits.some(({ start_ms }) => belongs(start_ms))) withVisits += 1
          }
          await Promise.all(several.map(check))
        }),
        { seed: SEED, numRuns: QUESTIONS / AT_ONCE },
      )
      const seconds = (performance.now() - started) / 1000
      reportFigure(
        `${total} questions over ${rows.length + late.length} events agreed; ${withVisits} had visits, ${fromCounted} took counted days, ${fromVisits} stored visits, ${fromRecent} visits derived for several, ${withRevenue} had revenue; ${seconds.toFixed(0)} s`,
      )
      expect(total).toBe(QUESTIONS)
      expect(fromCounted).toBeGreaterThan(QUESTIONS / 10)
      expect(fromVisits).toBeGreaterThan(QUESTIONS / 5)
      expect(fromRecent).toBeGreaterThan(QUESTIONS / 10)
      expect(withVisits).toBeGreaterThan(QUESTIONS / 3)
      expect(withRevenue).toBeGreaterThan(QUESTIONS / 20)
    },
  )
})
