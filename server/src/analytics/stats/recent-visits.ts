import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type ClickHouse, ClickHouseUnavailable, defineQuery, integer64 } from '../../platform/clickhouse/index.ts'
import type { WebsiteRef } from '../websites/index.ts'
import { writeInsert } from './build.ts'
import type { KnownDay, RecentDay } from './days.ts'
import { QueryPlan } from './query-plan.ts'
import { deriveStoredVisits } from './stored-visits.ts'

/** A query may wait and run for this long after it requested the visits. */
const KEEP_MS = 120_000
/** After this time they are derived again, even if nothing arrived: expired events may have been deleted. */
const MAX_AGE_MS = 300_000
/** With more events, each query derives the visits itself, sampled if necessary. */
const MAX_EVENTS = 3_000_000

type Store = Pick<ClickHouse, 'read' | 'readInto' | 'execute'>
type Day = Pick<KnownDay, 'day' | 'arrivals'>

/**
 * The visits of days that still change. The queries of a dashboard all need those of today: they are derived once, stored, and read
 * by each of them for as long as nothing arrives.
 */
export interface RecentVisits {
  /** Null when there are too many events; then each query derives what it needs. */
  store(website: WebsiteRef, days: readonly Day[]): Promise<RecentDay[] | null>
}

interface State {
  build: number
  days: Promise<RecentDay[] | null>
  derived_ms: number
  used_ms: number
}

const readLast = defineQuery({
  name: 'stats.recent_days',
  sql: `SELECT CAST(day, 'String') AS date, max(toInt64(start) + duration_ms) AS last_ms FROM stats_recent_visits
    WHERE build = {build:UInt64} GROUP BY day`,
  params: z.object({ build: z.int() }),
  row: z.object({ date: z.string(), last_ms: integer64 }),
})

async function derive(
  clickhouse: Store,
  website: WebsiteRef,
  days: readonly string[],
  build: number,
): Promise<RecentDay[]> {
  const [from_ms = 0, to_ms = 0] = [days[0], days.at(-1)].map((day) => Date.parse(day ?? ''))
  const source = { counted: [], stored: [], days, one_of: 1 }
  const plan = new QueryPlan({ website, span: { from_ms, to_ms: to_ms + 1 }, source })
  const rows = { table: 'stats_recent_visits', ...deriveStoredVisits(plan) } as const
  const insert = writeInsert(plan, rows, { website_id: website.id, build, retention_days: 1 })
  const { sql, values } = plan.write(insert, { max_execution_time: 20 })
  await clickhouse.readInto(sql, values)
  const found = await clickhouse.read(readLast, { build })
  return found.map(({ date, last_ms }) => ({ day: date, build, last_ms: Date.parse(date) + last_ms }))
}

export function createRecentVisits(clickhouse: Store, { now = () => performance.now() } = {}): RecentVisits {
  const latest = new Map<string, State>()
  const all = new Set<State>()

  /** Visits that a killed process leaves behind, or that fail to be dropped here, are dropped once a day (delete-outdated.ts). */
  function dropUnused(): void {
    const isUnused = ({ used_ms }: State): boolean => now() - used_ms >= KEEP_MS
    for (const [key, state] of latest) if (isUnused(state) || now() - state.derived_ms > MAX_AGE_MS) latest.delete(key)
    for (const state of all) {
      if (!isUnused(state)) continue
      all.delete(state)
      clickhouse.execute(`ALTER TABLE stats_recent_visits DROP PARTITION ${state.build}`).catch(() => undefined)
    }
  }

  function open(key: string, website: WebsiteRef, days: readonly string[]): State {
    const build = randomInt(1, 2 ** 48 - 1)
    const stored = derive(clickhouse, website, days, build).catch((error: unknown) => {
      latest.delete(key)
      if (error instanceof ClickHouseUnavailable && error.reason === 'memory') return null
      throw error
    })
    const state = { build, days: stored, derived_ms: now(), used_ms: now() }
    latest.set(key, state)
    all.add(state)
    return state
  }

  return {
    async store(website, days) {
      if (days.reduce((sum, { arrivals }) => sum + arrivals, 0) > MAX_EVENTS) return null
      dropUnused()
      const key = JSON.stringify([website.id, days.map(({ day, arrivals }) => [day, arrivals])])
      const names = days.map(({ day }) => day)
      const state = latest.get(key) ?? open(key, website, names)
      state.used_ms = now()
      const found = await state.days
      // The visits are read only now, after the time that deriving them took.
      state.used_ms = now()
      return found
    },
  }
}
