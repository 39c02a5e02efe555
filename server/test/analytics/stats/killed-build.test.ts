import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
// oxlint-disable-next-line no-restricted-imports -- The moment of each kill; any moment passes.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { type ClickHouse, migrateClickHouse, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { countTotals, readSummary, type StatsContext } from '../../../src/analytics/stats/answers.ts'
import { readBreakdown } from '../../../src/analytics/stats/breakdown.ts'
import { buildDay, listDueDays } from '../../../src/analytics/stats/build.ts'
import { listKnownDays } from '../../../src/analytics/stats/days.ts'
import type { WebsiteRef } from '../../../src/analytics/websites/index.ts'
import { sized } from '../../support/size.ts'
import { allDays, buildOptions, fillDays, lateDay, WEBSITE_ID } from './build-events.ts'
import { makeFolder } from './context.ts'

const KILLS = sized(1, 100)
const log = createLog('silent')
const folder = makeFolder()
const website = { id: WEBSITE_ID, timezone: 'UTC' } as WebsiteRef
const filter = { operator: 'is', dimension: 'country', values: ['DE'] } as const
const FILTERS = [undefined, filter, { operator: 'is', dimension: 'page', values: ['/page/7'] } as const]

async function openFolder(): Promise<ClickHouse> {
  const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }, log)
  onTestFinished(() => clickhouse.close())
  return clickhouse
}

/** Returns the number of late events that were surely inserted, and whether the kill hit a build. */
async function killOnce(first: number, after_ms: number): Promise<{ next: number; wasBuilding: boolean }> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'build-child.ts'), [folder, String(first)], {
    execArgv: [],
  })
  let next = first
  let wasBuilding = false
  child.on('message', (message: { building?: string; built?: string; late?: number }) => {
    wasBuilding = message.building !== undefined
    if (message.late !== undefined) next = message.late + 1
  })
  await once(child, 'message')
  await wait(after_ms)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  return { next, wasBuilding }
}

const pick = ({
  visitors,
  visits,
  pageviews,
  events,
}: Record<'visitors' | 'visits' | 'pageviews' | 'events', number>) => ({
  visitors,
  visits,
  pageviews,
  events,
})

it(
  `days are built once and agree with their events after ${KILLS} kills during builds`,
  async () => {
    const before = await openFolder()
    await migrateClickHouse(before, log)
    await fillDays(before)
    await before.close()
    let next = 0
    let kills = 0
    for (let round = 0; kills < KILLS && round < 3 * KILLS; round += 1) {
      const end = await killOnce(next, (round * 137) % 400)
      next = end.next
      if (end.wasBuilding) kills += 1
    }
    expect(kills).toBe(KILLS)
    const clickhouse = await openFolder()
    const context: StatsContext = { clickhouse, website, goals: [], now_ms: buildOptions.now_ms }
    /** Computed directly from the events, ignoring any build. */
    const derive = async (day: string, condition: (typeof FILTERS)[number]) => {
      const span = { from_ms: Date.parse(day), to_ms: Date.parse(day) + 86_400_000 }
      return pick(
        await countTotals(context, { website, span, condition: condition && { filter: condition, goals: [] } }),
      )
    }
    const read = async (day: string) => {
      const range = { period: 'custom' as const, from: day, to: day }
      const summaries = await Promise.all(
        FILTERS.map((filters) => readSummary(context, { ...range, filters, compare: 'none' })),
      )
      const entries = await readBreakdown(context, {
        ...range,
        filters: filter,
        dimension: 'entry',
        page: 1,
        per_page: 100,
      })
      return { summaries, late: entries.rows.filter(({ value }) => value.startsWith('/late/')).length }
    }
    for (const isBuilt of [false, true]) {
      if (isBuilt) for (const day of await listDueDays(clickhouse, buildOptions)) await buildDay(clickhouse, day)
      for (const day of allDays) {
        const { summaries, late } = await read(day)
        expect(summaries.map(pick)).toEqual(await Promise.all(FILTERS.map((each) => derive(day, each))))
        expect(summaries.every(({ visits }) => visits > 0)).toBe(true)
        const inserted = Array.from({ length: next }, (_, n) => n).filter((n) => lateDay(n) === day).length
        // The insert that the kill interrupted may have succeeded.
        expect(late - inserted).toBeOneOf(lateDay(next) === day ? [0, 1] : [0])
      }
    }
    const span = { from_ms: Date.parse(allDays[0] ?? ''), to_ms: Date.parse(allDays.at(-1) ?? '') + 86_400_000 }
    const days = await listKnownDays(clickhouse, website, span)
    expect(days.map(({ build, has_visits }) => build !== null && has_visits)).toEqual(allDays.map(() => true))
  },
  sized(900_000, 1_200_000),
)
