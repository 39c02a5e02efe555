import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineQuery, integer64 } from '../../../src/platform/clickhouse/index.ts'
import { type StatsContext, readSummary } from '../../../src/analytics/stats/answers.ts'
import { readBreakdown } from '../../../src/analytics/stats/breakdown.ts'
import { buildDay, type DueDay, listDueDays } from '../../../src/analytics/stats/build.ts'
import { deleteOutdatedBuilds } from '../../../src/analytics/stats/delete-outdated.ts'
import { listKnownDays } from '../../../src/analytics/stats/days.ts'
import type { WebsiteRef } from '../../../src/analytics/websites/index.ts'
import { purgeRows } from '../../../src/platform/clickhouse/index.ts'
import { insertSparse, openStore, type SparseEvent } from './context.ts'

const clickhouse = await openStore()
const NOW_MS = Date.parse('2026-06-30T12:00:00Z')
const DAY = '2026-06-10'
const SPAN = { from_ms: Date.parse(DAY), to_ms: Date.parse(DAY) + 86_400_000 }
let websites = 100

const StoredRows = z.object({
  rows: integer64,
  builds: integer64,
  visit_builds: integer64,
  finished: integer64,
  known: integer64,
})
type StoredRows = z.output<typeof StoredRows>
const NO_ROWS: StoredRows = { rows: 0, builds: 0, visit_builds: 0, finished: 0, known: 0 }
const pickBuilds = ({ builds, visit_builds }: StoredRows) => ({ builds, visit_builds })

const countRows = defineQuery({
  name: 'test.stored_rows',
  sql: `
    SELECT (SELECT count() FROM stats_days WHERE website_id = {id:UInt64}) AS rows,
      (SELECT uniqExact(build) FROM stats_days WHERE website_id = {id:UInt64}) AS builds,
      (SELECT uniqExact(build) FROM stats_visits WHERE website_id = {id:UInt64}) AS visit_builds,
      (SELECT count() FROM stats_builds FINAL WHERE website_id = {id:UInt64}) AS finished,
      (SELECT count() FROM event_days WHERE website_id = {id:UInt64}) AS known`,
  params: z.object({ id: z.int() }),
  row: StoredRows,
})

interface Site {
  context: StatsContext
  due: (options?: { quiet_seconds?: number; fewest_events?: number; now_ms?: number }) => Promise<DueDay[]>
  countDays: () => Promise<void>
  isCounted: () => Promise<boolean>
  rows: () => Promise<StoredRows>
  summary: () => ReturnType<typeof readSummary>
  /** Entry pages of the visits; with `path`, only of visits with a view of that page. */
  pages: (path?: string) => Promise<string[]>
}

const view = (clock: string, path = '/', visitor = 1): SparseEvent => ({ time: `${DAY}T${clock}Z`, path, visitor })

async function makeSite(events = [view('10:00:00'), view('10:10:00', '/b'), view('12:00:00', '/c', 2)]): Promise<Site> {
  websites += 1
  const website = { id: websites, timezone: 'UTC' } as WebsiteRef
  const context: StatsContext = { clickhouse, website, goals: [], now_ms: NOW_MS }
  await insertSparse(clickhouse, website.id, events)
  const due: Site['due'] = async (options) => {
    const found = await listDueDays(clickhouse, {
      now_ms: NOW_MS,
      days: 60,
      fewest_events: 1,
      quiet_seconds: 0,
      ...options,
    })
    return found.filter(({ website_id }) => website_id === website.id)
  }
  const range = { period: 'custom' as const, from: DAY, to: DAY }
  return {
    context,
    due,
    countDays: async () => {
      for (const day of await due()) await buildDay(clickhouse, day)
    },
    isCounted: async () => (await listKnownDays(clickhouse, website, SPAN)).some(({ build }) => build !== null),
    rows: async () => {
      const [found] = await clickhouse.read(countRows, { id: website.id })
      return found ?? NO_ROWS
    },
    summary: () => readSummary(context, { ...range, compare: 'none' }),
    pages: async (path) => {
      const filters = path === undefined ? undefined : ({ operator: 'is', dimension: 'page', values: [path] } as const)
      const { rows } = await readBreakdown(context, { ...range, filters, dimension: 'entry', page: 1, per_page: 50 })
      return rows.map(({ value }) => value)
    },
  }
}

describe('the stored statistics of a past day', () => {
  it('are built once, and give the same figures as its events', async () => {
    const site = await makeSite()
    const before = [await site.summary(), await site.pages(), await site.pages('/b')]
    await site.countDays()
    expect(await site.isCounted()).toBe(true)
    expect([await site.summary(), await site.pages(), await site.pages('/b')]).toEqual(before)
    expect(await site.due()).toEqual([])
  })

  it('are not due before the day ends, while events arrive, or when it has few events', async () => {
    const site = await makeSite()
    expect(await site.due({ now_ms: Date.parse(`${DAY}T23:59:59Z`) })).toEqual([])
    expect(await site.due({ quiet_seconds: 300 })).toEqual([])
    expect(await site.due({ fewest_events: 4 })).toEqual([])
    expect(await site.due({ fewest_events: 3, quiet_seconds: 0 })).toMatchObject([{ date: DAY, arrivals: 3 }])
  })

  it('are ignored as soon as an event arrives late, until the day is built again', async () => {
    const site = await makeSite()
    await site.countDays()
    // Earlier than the previous entry page: its row must be removed, not only others added.
    await insertSparse(clickhouse, site.context.website.id, [view('09:50:00', '/early')])
    expect(await site.isCounted()).toBe(false)
    expect(await site.summary()).toMatchObject({ visits: 2, pageviews: 4, visit_seconds: 600 })
    expect(await site.pages()).toEqual(['/early', '/c'])
    await site.countDays()
    expect(await site.isCounted()).toBe(true)
    expect(await site.summary()).toMatchObject({ visits: 2, pageviews: 4, visit_seconds: 600 })
    expect(await site.pages()).toEqual(['/early', '/c'])
  })

  it('keep the rows of a replaced or unfinished build for a day, and then delete them', async () => {
    const site = await makeSite()
    await site.countDays()
    await insertSparse(clickhouse, site.context.website.id, [view('09:50:00', '/early')])
    await site.countDays()
    expect(await site.rows()).toMatchObject({ builds: 2, visit_builds: 2 })
    expect(await deleteOutdatedBuilds(clickhouse, Date.now() + 23 * 3_600_000)).toBe(0)
    expect(await deleteOutdatedBuilds(clickhouse, Date.now() + 25 * 3_600_000)).toBeGreaterThan(0)
    const remaining = async () => pickBuilds(await site.rows())
    await expect.poll(remaining).toEqual({ builds: 1, visit_builds: 1 })
    expect(await site.pages()).toEqual(['/early', '/c'])
    expect(await site.pages('/b')).toEqual(['/early'])
  })

  it('count an event once that arrives again after the day was built', async () => {
    const site = await makeSite([{ ...view('10:00:00'), pageview_id: 77 }])
    await site.countDays()
    await insertSparse(clickhouse, site.context.website.id, [{ ...view('10:00:00'), pageview_id: 77 }])
    expect(await site.isCounted()).toBe(false)
    await site.countDays()
    expect(await site.summary()).toMatchObject({ visitors: 1, pageviews: 1 })
  })

  it('are not changed by an interrupted build, or by two concurrent builds', async () => {
    const site = await makeSite()
    const [day] = await site.due()
    if (!day) throw new Error('no day is due')
    const broken = { ...clickhouse, insert: () => Promise.reject(new Error('killed')) }
    await expect(buildDay(broken, day)).rejects.toThrow('killed')
    expect((await site.rows()).rows).toBeGreaterThan(0)
    expect(await site.isCounted()).toBe(false)
    await Promise.all([buildDay(clickhouse, day), buildDay(clickhouse, day)])
    expect(await site.rows()).toMatchObject({ builds: 3, visit_builds: 3, finished: 1 })
    expect(await site.pages('/b')).toEqual(['/'])
    expect(await site.summary()).toMatchObject({ visitors: 2, visits: 2, pageviews: 3 })
  })

  it('are deleted with the website', async () => {
    const site = await makeSite()
    await site.countDays()
    const ids = [site.context.website.id]
    expect(await purgeRows(clickhouse, { column: 'website_id', ids })).toBe(true)
    expect(await site.rows()).toEqual(NO_ROWS)
    expect(await site.summary()).toMatchObject({ visitors: 0, visits: 0 })
  })

  it('are deleted with its events', async () => {
    const site = await makeSite()
    await site.countDays()
    const change = { id: site.context.website.id, days: 1 }
    for (const table of ['events', 'event_days', 'stats_days', 'stats_visits', 'stats_builds']) {
      await clickhouse.execute(
        `ALTER TABLE ${table} UPDATE retention_days = {days:UInt16} WHERE website_id = {id:UInt64} SETTINGS mutations_sync = 2`,
        change,
      )
      await clickhouse.execute(`OPTIMIZE TABLE ${table} FINAL`)
    }
    expect(await site.rows()).toEqual(NO_ROWS)
    expect(await site.summary()).toMatchObject({ visitors: 0, visits: 0 })
  })
})
