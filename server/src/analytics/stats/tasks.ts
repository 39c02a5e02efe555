import { z } from 'zod'
import { type ClickHouse, isStoreUnavailable } from '../../platform/clickhouse/index.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { buildDay, type DueOptions, listDueDays } from './build.ts'
import { deleteOutdatedBuilds } from './delete-outdated.ts'
import { createBuildFailures, createBuildMetrics, keyOf, NO_FAILURES } from './build-failures.ts'

interface StatsTaskParts {
  clickhouse: ClickHouse
  postgres: Postgres
  metrics: Metrics
  log: Log
  clock?: Clock
}

const RECENT_DAYS = 3
/** The longest period that can be requested. */
const ALL_DAYS = 3660
/** The next run continues where this one ended. */
const MAX_RUN_MS = 8 * 60_000

/** Returns how many days were counted, and how many failed: one bad day must not delay the others. */
export async function buildDueDays(
  clickhouse: ClickHouse,
  options: DueOptions,
  failures = NO_FAILURES,
): Promise<{ built: number; failed: number }> {
  const until = performance.now() + MAX_RUN_MS
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
      if (isStoreUnavailable(error)) throw error
      failed += 1
      await failures.add(day, error instanceof Error ? error.message : String(error))
    }
  }
  return { built, failed }
}

/** At this hour (UTC) outdated rows are deleted: the day before has been counted by then. */
const CLEANUP_HOUR = 3

/** New days every ten minutes, all days once an hour. */
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
        const isHourly = now.getUTCMinutes() < 10
        const days = isHourly ? ALL_DAYS : RECENT_DAYS
        const { built, failed } = await buildDueDays(clickhouse, { now_ms: now.getTime(), days }, failures)
        if (built > 0) log.info({ days: built }, 'pre-aggregated past days')
        if (failed > 0) log.error({ days: failed }, 'pre-aggregating days failed; run "sitewatch doctor" to list them')
        if (isHourly && now.getUTCHours() === CLEANUP_HOUR) await deleteOutdatedBuilds(clickhouse, now.getTime())
      },
    }),
  ]
}
