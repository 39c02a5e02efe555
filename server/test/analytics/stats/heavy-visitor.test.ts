import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { type ClickHouse, ClickHouseUnavailable } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import { connectPostgres } from '../../../src/platform/postgres/index.ts'
import { prepareDatabase } from '../../../src/platform/postgres/provision.ts'
import {
  createBuildFailures,
  createBuildMetrics,
  listFailedDaysUnscoped,
} from '../../../src/analytics/stats/build-failures.ts'
import { type StatsContext, readSummary } from '../../../src/analytics/stats/answers.ts'
import { readBreakdown } from '../../../src/analytics/stats/breakdown.ts'
import { buildDueDays } from '../../../src/analytics/stats/tasks.ts'
import { listKnownDays } from '../../../src/analytics/stats/days.ts'
import type { WebsiteRef } from '../../../src/analytics/websites/index.ts'
import { cloneDatabase } from '../../support/database.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { sized } from '../../support/size.ts'
import { insertSparse, openStore } from './context.ts'

const clickhouse = await openStore()
const NOW_MS = Date.parse('2026-06-30T12:00:00Z')
const DAY = '2026-06-10'
const SPAN = { from_ms: Date.parse(DAY), to_ms: Date.parse(DAY) + 86_400_000 }
const EVENTS = sized(20_000, 100_000)
const contextOf = (id: number): StatsContext => {
  const website = { id, timezone: 'UTC' } as WebsiteRef
  return { clickhouse, website, goals: [], now_ms: NOW_MS }
}
const range = { period: 'custom' as const, from: DAY, to: DAY }
const HEAVY = contextOf(1)
const QUIET = contextOf(2)

// One visitor, a view every 800 ms, each of another page with a path and a referrer of 4,000 characters.
await clickhouse.execute(`
  INSERT INTO events (website_id, time, visitor_id, pageview_id, kind, retention_days, path, referrer)
  SELECT 1, toDateTime64('${DAY} 00:00:00', 3, 'UTC') + toIntervalMillisecond(number * 800), 7, number, 'pageview', 3650,
    concat('/', toString(number % 500), '/', repeat('x', 3990)), repeat('r', 4000)
  FROM numbers(${EVENTS})`)
await insertSparse(clickhouse, 1, [{ time: `${DAY}T10:00:00Z`, visitor: 9, path: '/one' }])
await insertSparse(clickhouse, 2, [{ time: `${DAY}T10:00:00Z`, visitor: 9, path: '/quiet' }])

const DUE = { now_ms: NOW_MS, days: 60, fewest_events: 1, quiet_seconds: 0 }
const dimensions = ['page', 'entry', 'referrer', 'country'] as const

describe(`a website with ${EVENTS} events of one visitor with long paths`, () => {
  it.each(dimensions)('answers its breakdown by %s', async (dimension) => {
    const { rows } = await readBreakdown(HEAVY, { ...range, dimension, page: 1, per_page: 50 })
    expect(rows.length).toBeGreaterThan(0)
    expect((await readSummary(HEAVY, { ...range, compare: 'none' })).visitors).toBe(2)
  })

  it('finds a long page by the value that the breakdown shows', async () => {
    const { rows } = await readBreakdown(HEAVY, { ...range, dimension: 'page', page: 1, per_page: 1 })
    const value = rows[0]?.value ?? ''
    const filters = { dimension: 'page', operator: 'is', values: [value] }
    const { visitors } = await readSummary(HEAVY, { ...range, compare: 'none', filters: filters as never })
    expect(visitors).toBe(rows[0]?.visitors)
  })

  it('has its day built, and so does the next website', async () => {
    await buildDueDays(clickhouse, DUE)
    for (const { website } of [HEAVY, QUIET]) {
      expect((await listKnownDays(clickhouse, website, SPAN)).some(({ build }) => build !== null)).toBe(true)
    }
  })
})

describe('a day that cannot be built', () => {
  it('does not delay the days of other websites, and waits longer after each failure', async () => {
    const database = await cloneDatabase()
    const config = readConfig({ DATABASE_URL: database.url, SITEWATCH_SECRET: TEST_SECRET })
    const { servingUrl } = await prepareDatabase(config, createLog('silent'))
    const postgres = connectPostgres({ connectionString: servingUrl, size: 2, onError: () => undefined })
    onTestFinished(() => postgres.close())
    const [bad, good] = [contextOf(11), contextOf(12)]
    for (const { website } of [bad, good])
      await insertSparse(clickhouse, website.id, [{ time: `${DAY}T10:00:00Z`, path: '/' }])
    const failing: ClickHouse = {
      ...clickhouse,
      execute: (text, values = {}) =>
        Object.values(values).includes(11)
          ? Promise.reject(new ClickHouseUnavailable('busy', 'memory limit exceeded'))
          : clickhouse.execute(text, values),
    }
    const failures = createBuildFailures(postgres)
    expect(await buildDueDays(failing, DUE, failures)).toEqual({ built: 1, failed: 1 })
    expect((await listKnownDays(clickhouse, good.website, SPAN)).some(({ build }) => build !== null)).toBe(true)
    expect(await listFailedDaysUnscoped(postgres, 10)).toEqual([
      { website_id: 11, date: DAY, attempts: 1, error: 'memory limit exceeded' },
    ])
    expect(await buildDueDays(failing, DUE, failures)).toEqual({ built: 0, failed: 0 })
    const retryNow = () => database.admin.query('update stats_build_failures set retry_at = now()')
    const wait = async () =>
      (
        await database.admin.query(
          'select round(extract(epoch from retry_at - now()) / 60)::int as m from stats_build_failures',
        )
      ).rows[0].m as number
    await retryNow()
    expect(await buildDueDays(failing, DUE, failures)).toEqual({ built: 0, failed: 1 })
    expect(await wait()).toBe(40)
    const metrics = createMetrics()
    createBuildMetrics(metrics, postgres)
    expect(await metrics.registry.metrics()).toContain('sitewatch_stats_days_failing 1')
    await retryNow()
    expect(await buildDueDays(clickhouse, DUE, failures)).toEqual({ built: 1, failed: 0 })
    expect(await listFailedDaysUnscoped(postgres, 10)).toEqual([])
  })
})
