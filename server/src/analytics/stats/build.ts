import { randomInt } from 'node:crypto'
import { VISIT_DIMENSIONS } from '@sitewatch/contract'
import { z } from 'zod'
import { type ClickHouse, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import { visitValue } from './conditions.ts'
import { Plan } from './query-plan.ts'
import { deriveEventValues, storedValues } from './queries/event-values.ts'
import { COUNT_NAMES, deriveQuarters, deriveWholeVisits } from './queries/totals.ts'
import { nameElements, PAIR } from './visit-events.ts'

const DAY_MS = 86_400_000

/** A day with fewer events would take more rows when counted than it has, and is derived fast enough. */
const MIN_EVENTS = 1000
/** Most events arrive at once; those of servers up to a day later. */
const QUIET_SECONDS = 300
const MAX_DAYS_PER_RUN = 1000

/** A pass over a day: its build, and how many arrivals it counted. */
const PASS = nameElements(['build', 'counted'])

const findDue = defineQuery({
  name: 'stats.days_to_build',
  sql: `
    SELECT website_id, CAST(day, 'String') AS date, sum(arrived) AS arrivals, max(latest) AS last_arrival, max(retention) AS retention_days,
      argMax((pass, counted), finished_at) AS last_pass, ${PASS.build('last_pass')} AS build
    FROM (
      SELECT website_id, day, arrivals AS arrived, last_arrival AS latest, retention_days AS retention,
        0 AS pass, toDateTime64(0, 3, 'UTC') AS finished_at, 0 AS counted
      FROM event_days WHERE day >= {first:Date} AND day < {today:Date}
      UNION ALL
      SELECT website_id, day, 0, toDateTime(0, 'UTC'), 0, build, built_at, arrivals
      FROM stats_builds WHERE day >= {first:Date} AND day < {today:Date}
    )
    GROUP BY website_id, day
    HAVING arrivals >= {fewest:UInt64} AND ${PASS.counted('last_pass')} != arrivals
      AND last_arrival <= now('UTC') - toIntervalSecond({quiet_seconds:UInt32})
    ORDER BY day DESC, website_id
    LIMIT {limit:UInt32}`,
  params: z.object({
    first: z.string(),
    today: z.string(),
    fewest: z.int(),
    quiet_seconds: z.int(),
    limit: z.int(),
  }),
  row: z.object({
    website_id: integer64,
    date: z.string(),
    arrivals: integer64,
    retention_days: z.int(),
    build: integer64,
  }),
})

export interface DueDay {
  website_id: number
  date: string
  /** When the day was read; events that arrive later make the build outdated. */
  arrivals: number
  retention_days: number
  /** The previous build, which is outdated. */
  build: number
}

export interface DueOptions {
  now_ms: number
  /** How far back to look. */
  days: number
  fewest_events?: number
  quiet_seconds?: number
}

const dateOf = (time_ms: number): string => new Date(time_ms).toISOString().slice(0, 10)

/** Past days without new events whose build is missing or outdated; newest first. */
export function listDueDays(
  clickhouse: Pick<ClickHouse, 'read'>,
  { now_ms, days, fewest_events = MIN_EVENTS, quiet_seconds = QUIET_SECONDS }: DueOptions,
): Promise<DueDay[]> {
  return clickhouse.read(findDue, {
    first: dateOf(Math.max(0, now_ms - days * DAY_MS)),
    today: dateOf(now_ms),
    fewest: fewest_events,
    quiet_seconds,
    limit: MAX_DAYS_PER_RUN,
  })
}

type Store = Pick<ClickHouse, 'execute' | 'insert'>

const OTHERS = COUNT_NAMES.filter((name) => name !== 'visitors')

/** The statements that count a day. Several instead of one, so that none delays the inserts of new events for long. */
const STATEMENTS: { columns: readonly string[]; derive: (plan: Plan, day_ms: number) => string }[] = [
  {
    columns: ['dimension', 'quarter', 'visitors', 'visitors_last', ...OTHERS],
    derive: (plan, day_ms) => `SELECT 'time', * FROM (${deriveQuarters(plan, day_ms)})`,
  },
  {
    columns: ['dimension', 'value', 'visitors', 'visits', 'engaged_ms', 'pageviews', 'events'],
    derive: (plan) => `
      SELECT ${PAIR.dimension('value')} AS name, ${PAIR.value('value')}, visitors, visits, engaged_ms,
        if(name = 'page', hits, 0), if(name = 'event', hits, 0)
      FROM (${deriveEventValues(plan, storedValues)})`,
  },
  {
    columns: ['dimension', 'value', ...COUNT_NAMES],
    derive: (plan) =>
      deriveWholeVisits(
        plan,
        VISIT_DIMENSIONS.map((dimension) => `('${dimension}', ${visitValue(dimension, plan)})`),
      ),
  },
]

async function writeRows(clickhouse: Store, due: DueDay, build: number): Promise<void> {
  const from_ms = Date.parse(due.date)
  // Not on behalf of a user: a worker counts the days of every website.
  const website = { id: due.website_id, timezone: 'UTC' } as WebsiteRef
  for (const { columns, derive } of STATEMENTS) {
    const plan = new Plan({ website, span: { from_ms, to_ms: from_ms + DAY_MS } })
    const head = [due.website_id, build, due.retention_days].map(plan.integer)
    const { sql, values } = plan.write(`
      INSERT INTO stats_days (website_id, build, retention_days, day, ${columns.join(', ')})
      SELECT ${head.join(', ')}, toDate(${plan.text(due.date)}), * FROM (${derive(plan, from_ms)})`)
    await clickhouse.execute(sql, values)
  }
}

/**
 * Counts one day. A build is used only once it is recorded as finished, so it may stop anywhere and be started again, also by
 * another worker at the same time.
 */
export async function buildDay(clickhouse: Store, due: DueDay): Promise<void> {
  const { website_id, date, arrivals, retention_days } = due
  const build = randomInt(1, 2 ** 48 - 1)
  await writeRows(clickhouse, due, build)
  const done = { website_id, day: date, build, built_at: new Date().toISOString(), arrivals, retention_days }
  await clickhouse.insert({ table: 'stats_builds', token: `stats build ${build}`, rows: [done] })
  if (due.build === 0) return
  await clickhouse.execute(
    `ALTER TABLE stats_days DELETE WHERE website_id = {website_id:UInt64} AND day = {day:Date} AND build = {build:UInt64}
     SETTINGS mutations_sync = 0`,
    { website_id, day: date, build: due.build },
  )
}
