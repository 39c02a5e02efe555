import { z } from 'zod'
import type { ClickHouse } from '../platform/clickhouse/index.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { defineTask, type Task } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'
import { buildDay, type DueOptions, listDueDays } from './build.ts'

interface StatsTaskParts {
  clickhouse: ClickHouse
  log: Log
  clock?: Clock
}

const RECENT_DAYS = 3
/** As long as a period may be. */
const ALL_DAYS = 3660
/** The next run goes on where this one ended. */
const LONGEST_MS = 8 * 60_000

/** Returns how many days it counted. */
export async function buildDueDays(clickhouse: ClickHouse, options: DueOptions): Promise<number> {
  const until = performance.now() + LONGEST_MS
  const due = await listDueDays(clickhouse, options)
  let built = 0
  for (const day of due) {
    if (performance.now() > until) break
    await buildDay(clickhouse, day)
    built += 1
  }
  return built
}

/** Every ten minutes what is new, once an hour whatever there is. */
export function statsTasks({ clickhouse, log, clock = systemClock }: StatsTaskParts): Task[] {
  return [
    defineTask({
      name: 'build_stats_days',
      payload: z.object({}).loose(),
      cron: '*/10 * * * *',
      async run() {
        const now = clock.now()
        const days = now.getUTCMinutes() < 10 ? ALL_DAYS : RECENT_DAYS
        const built = await buildDueDays(clickhouse, { now_ms: now.getTime(), days })
        if (built > 0) log.info({ days: built }, 'counted days that are over')
      },
    }),
  ]
}
