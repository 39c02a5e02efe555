import { Gauge, type Metrics, readForScrape } from '../../platform/metrics.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'
import type { DueDay } from './build.ts'

/** Days that could not be counted: each waits longer before every further try. */
export interface BuildFailures {
  /** Keys (see keyOf) of the days that still wait for their next try. */
  listWaiting(): Promise<ReadonlySet<string>>
  add(day: DueDay, error: string): Promise<void>
  remove(day: DueDay): Promise<void>
}

export const NO_FAILURES: BuildFailures = {
  listWaiting: () => Promise.resolve(new Set()),
  add: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}

export const keyOf = ({ website_id, date }: Pick<DueDay, 'website_id' | 'date'>): string => `${website_id} ${date}`

const FIRST_WAIT_MINUTES = 20
const MAX_WAIT_MINUTES = 24 * 60
const MAX_ERROR_LENGTH = 500
/** By then its events or the website may be deleted. */
const KEEP_FAILURE_DAYS = 30

/** Stored in Postgres, for all workers and across restarts. Waits 20 min, 40 min, … up to a day. */
export function createBuildFailures(postgres: Postgres): BuildFailures {
  return {
    listWaiting: () =>
      postgres.asRole('worker', async (tx) => {
        await tx.execute(
          sql`delete from stats_build_failures where failed_at < now() - ${KEEP_FAILURE_DAYS} * interval '1 day'`,
        )
        const rows = await tx.query(sql<{ website_id: number; date: string }>`
          select website_id, day::text as date from stats_build_failures where retry_at > clock_timestamp()`)
        return new Set(rows.map(keyOf))
      }),
    add: ({ website_id, date }, error) =>
      postgres.asRole('worker', async (tx) => {
        const text = error.replaceAll('\0', '').toWellFormed().slice(0, MAX_ERROR_LENGTH)
        await tx.execute(sql`
          insert into stats_build_failures as f (website_id, day, attempts, error, retry_at)
          values (${website_id}, ${date}::date, 1, ${text}, clock_timestamp() + ${FIRST_WAIT_MINUTES} * interval '1 minute')
          on conflict (website_id, day) do update set attempts = f.attempts + 1, error = excluded.error, failed_at = now(),
            retry_at = clock_timestamp()
              + least(${MAX_WAIT_MINUTES}, ${FIRST_WAIT_MINUTES} * 2 ^ least(f.attempts, 10)) * interval '1 minute'`)
      }),
    remove: ({ website_id, date }) =>
      postgres.asRole('worker', async (tx) => {
        await tx.execute(sql`delete from stats_build_failures where website_id = ${website_id} and day = ${date}::date`)
      }),
  }
}

export interface FailedDay {
  website_id: number
  date: string
  attempts: number
  error: string
}

export function listFailedDaysUnscoped(postgres: Postgres, limit: number): Promise<FailedDay[]> {
  return postgres.asRole(
    'worker',
    (tx) =>
      tx.query(sql<FailedDay>`
        select website_id, day::text as date, attempts, error from stats_build_failures
        order by failed_at desc, website_id limit ${limit}`),
    { readOnly: true },
  )
}

const METRIC_NAME = 'sitewatch_stats_days_failing'
const MAX_COUNTED = 10_000

export function createBuildMetrics({ registry }: Pick<Metrics, 'registry'>, postgres: Postgres): void {
  // A role may be started again in the same process: then the metric is already registered.
  registry.removeSingleMetric(METRIC_NAME)
  const failing: Gauge = new Gauge({
    name: METRIC_NAME,
    help: 'Website days whose pre-aggregation failed and will be retried',
    registers: [registry],
    async collect(): Promise<void> {
      const found = await readForScrape(listFailedDaysUnscoped(postgres, MAX_COUNTED))
      if (found) failing.set(found.length)
    },
  })
}
