import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import { type ClickHouse, ClickHouseUnavailable, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import type { VisitTable } from './days.ts'
import { QueryPlan, type Scope } from './query-plan.ts'
import { countedValues, countEventValues } from './queries/event-values.ts'
import { COUNT_NAMES, countQuarters, countWholeVisits } from './queries/totals.ts'
import { deriveStoredVisits } from './stored-visits.ts'
import { nameElements, PAIR } from './visit-events.ts'
import type { Visits } from './visits.ts'
import { unionVisits } from './union-visits.ts'

/** A day with fewer events would take more rows when counted than it has events, and is derived fast enough. */
const MIN_EVENTS = 1000
/** Most events arrive immediately; those that servers send may come up to a day later. */
const QUIET_SECONDS = 300
const MAX_DAYS_PER_RUN = 1000

/** A pass over a day: its build, how many arrivals it counted, and whether it stored the visits. */
const PASS = nameElements(['build', 'counted', 'visits'])

const findDue = defineQuery({
  name: 'stats.days_to_build',
  sql: `
    SELECT website_id, CAST(day, 'String') AS date, sum(arrived) AS arrivals, max(latest) AS last_arrival, max(retention) AS retention_days,
      argMax((pass, counted, visits_of), finished_at) AS last_pass, ${PASS.build('last_pass')} AS build
    FROM (
      SELECT website_id, day, arrivals AS arrived, last_arrival AS latest, retention_days AS retention,
        0 AS pass, toDateTime64(0, 3, 'UTC') AS finished_at, 0 AS counted, 'none' AS visits_of
      FROM event_days WHERE day >= {first:Date} AND day < {today:Date}
      UNION ALL
      SELECT website_id, day, 0, toDateTime(0, 'UTC'), 0, build, built_at, arrivals, CAST(visits, 'String')
      FROM stats_builds WHERE day >= {first:Date} AND day < {today:Date}
    )
    GROUP BY website_id, day
    HAVING arrivals >= {fewest:UInt64} AND (${PASS.counted('last_pass')} != arrivals OR ${PASS.visits('last_pass')} = 'none')
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
  /** Arrivals when the day was read; events that arrive later make the build outdated. */
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

const COUNTS_WITHOUT_VISITORS = COUNT_NAMES.filter((name) => name !== 'visitors')

/** The statements that count a day. Several instead of one, so that none delays the inserts of new events for long. */
const STATEMENTS: { columns: readonly string[]; count: (plan: QueryPlan, visits: Visits, day_ms: number) => string }[] =
  [
    {
      columns: ['dimension', 'quarter', 'visitors', 'visitors_last', ...COUNTS_WITHOUT_VISITORS],
      count: (plan, visits, day_ms) => `SELECT 'time', * FROM (${countQuarters(plan, visits, day_ms)})`,
    },
    {
      columns: ['dimension', 'value', 'visitors', 'visits', 'engaged_ms', 'pageviews', 'events'],
      count: (plan, visits) => `
      SELECT ${PAIR.dimension('value')} AS name, ${PAIR.value('value')}, visitors, visits, engaged_ms,
        if(name = 'page', hits, 0), if(name = 'event', hits, 0)
      FROM (${countEventValues(plan, visits, countedValues)})`,
    },
    { columns: ['dimension', 'value', ...COUNT_NAMES], count: (_, visits) => countWholeVisits(visits) },
  ]

interface Writer {
  clickhouse: Store
  due: DueDay
  build: number
}

function openPlan({ due, build }: Writer, { isStored }: { isStored: boolean }): QueryPlan {
  const day_ms = Date.parse(due.date)
  // Not on behalf of a user: a worker counts the days of every website.
  const website = { id: due.website_id, timezone: 'UTC' } as WebsiteRef
  const day = { day: due.date, build, table: 'stats_visits', is_whole: false } as const
  const stored = { counted: [], stored: [day], days: [], one_of: 1 }
  const scope: Scope = { website, span: { from_ms: day_ms, to_ms: day_ms + DAY_MS } }
  return new QueryPlan(isStored ? { ...scope, source: stored } : scope)
}

interface BuildRef {
  website_id: number
  build: number
  retention_days: number
}

interface InsertedRows {
  table: 'stats_days' | VisitTable
  columns: readonly string[]
  sql: string
}

/** Adds the rows of a query to a table, for one build of a website. */
export function writeInsert(
  plan: QueryPlan,
  { table, columns, sql }: InsertedRows,
  { website_id, build, retention_days }: BuildRef,
): string {
  const head = [website_id, build, retention_days].map(plan.integer)
  return `
    INSERT INTO ${table} (website_id, build, retention_days, built_at, ${columns.join(', ')})
    SELECT ${head.join(', ')}, now('UTC'), * FROM (${sql})`
}

async function writeRows({ clickhouse, due, build }: Writer, plan: QueryPlan, rows: InsertedRows): Promise<void> {
  const statement = plan.write(writeInsert(plan, rows, { ...due, build }))
  await clickhouse.execute(statement.sql, statement.values)
}

/** False when the visits need more memory than a build may take, as those of a bot with 50,000 long events can. */
async function storeVisits(writer: Writer): Promise<boolean> {
  try {
    const plan = openPlan(writer, { isStored: false })
    await writeRows(writer, plan, { table: 'stats_visits', ...deriveStoredVisits(plan) })
    return true
  } catch (error) {
    if (error instanceof ClickHouseUnavailable && error.reason === 'memory') return false
    throw error
  }
}

/**
 * Stores the visits of one day and counts them. A build is used only once it is recorded as finished, so it may stop anywhere and be
 * started again, also by another worker at the same time. Rows of other builds are deleted later (delete-outdated.ts).
 */
export async function buildDay(clickhouse: Store, due: DueDay): Promise<void> {
  const { website_id, date, arrivals, retention_days } = due
  const build = randomInt(1, 2 ** 48 - 1)
  const writer = { clickhouse, due, build }
  const isStored = await storeVisits(writer)
  for (const { columns, count } of STATEMENTS) {
    const plan = openPlan(writer, { isStored })
    const counts = unionVisits(plan, { ofVisits: (visits) => count(plan, visits, Date.parse(date)) })
    const sql = `SELECT toDate(${plan.text(date)}), * FROM ${counts}`
    await writeRows(writer, plan, { table: 'stats_days', columns: ['day', ...columns], sql })
  }
  const visits = isStored ? 'stored' : 'too_large'
  const done = { website_id, day: date, build, built_at: new Date().toISOString(), arrivals, retention_days, visits }
  await clickhouse.insert({ table: 'stats_builds', token: `stats build ${build}`, rows: [done] })
}
