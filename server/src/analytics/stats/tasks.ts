import { z } from 'zod'
import { type ClickHouse, ClickHouseUnavailable } from '../../platform/clickhouse/index.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { buildDay, type DueOptions, listDueDays } from './build.ts'
import { createBuildFailures, createBuildMetrics, keyOf, NO_FAILURES } from './build-failures.ts'

interface StatsTaskParts {
  clickhouse: ClickHouse
  postgres: Postgres
  metrics: Metrics
  log: Log
  clock?: Clock
}

const RECENT_DAYS = 3
/** As long as a period may be. */
const ALL_DAYS = 3660
/** The next run goes on where this one ended. */
const LONGEST_MS = 8 * 60_000

/** Then every other day would fail as well. */
const isStoreAway = (error: unknown): boolean =>
  error instanceof ClickHouseUnavailable && !['busy', 'timeout'].includes(error.reason)

/** Returns how many days it counted, and how many it could not: one bad day must not hold up the others. */
export async function buildDueDays(
  clickhouse: ClickHouse,
  options: DueOptions,
  failures = NO_FAILURES,
): Promise<{ built: number; failed: number }> {
  const until = performance.now() + LONGEST_MS
  const [due, waiting] = await Promise.all([listDueDays(clickhouse, options), failures.listWaiting()])
  let built = 0
  let failed = 0
  for (const day of due.filter((each) => !waiting.has(keyOf(each)))) {
    if (performance.now() > until) break
    try {
      await buildDay(clickhouse, day)
      built += 1
      await failures.remove(day)
    } catch (error) {
      if (isStoreAway(error)) throw error
      failed += 1
      await failures.add(day, error instanceof Error ? error.message : String(error))
    }
  }
  return { built, failed }
}

/** Every ten minutes what is new, once an hour whatever there is. */
export function statsTasks({ clickhouse, postgres, metrics, log, clock = systemClock }: StatsTaskParts): Task[] {
  const failures = createBuildFailures(postgres)
  createBuildMetrics(metrics, postgres)
  return [
    defineTask({
      name: 'build_stats_days',
      payload: z.object({}).loose(),
      cron: '*/10 * * * *',
      async run() {
        const now = clock.now()
        const days = now.getUTCMinutes() < 10 ? ALL_DAYS : RECENT_DAYS
        const { built, failed } = await buildDueDays(clickhouse, { now_ms: now.getTime(), days }, failures)
        if (built > 0) log.info({ days: built }, 'counted days that are over')
        if (failed > 0) log.error({ days: failed }, 'days could not be counted; "sitewatch doctor" shows them')
      },
    }),
  ]
}
