import { DAY_MS } from '@sitewatch/contract/durations'
import type { ClickHouse } from '../../../src/platform/clickhouse/index.ts'

export const WEBSITE_ID = 1
const DAYS = 6
const EVENTS_PER_DAY = 5000
const FIRST_MS = Date.parse('2026-06-10T00:00:00Z')

export const dayAt = (n: number): string => new Date(FIRST_MS + n * DAY_MS).toISOString().slice(0, 10)
export const allDays = Array.from({ length: DAYS }, (_, n) => dayAt(n))
export const buildOptions = { now_ms: FIRST_MS + 20 * DAY_MS, days: 60, fewest_events: 1, quiet_seconds: 0 }
export const lateDay = (late: number): string => dayAt(late % DAYS)

const COLUMNS = 'website_id, time, visitor_id, pageview_id, number, kind, retention_days, path, country, name'

/** Visitors with several visits, and custom events in them. */
export async function fillDays(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.execute(`
    INSERT INTO events (${COLUMNS})
    SELECT ${WEBSITE_ID}, fromUnixTimestamp64Milli(toInt64(${FIRST_MS} + n % ${DAYS} * ${DAY_MS} + (n * 2654435761) % 80000000), 'UTC'),
      1 + intDiv(n, ${DAYS}) % 700, n, 0, if(n % 5 = 0, 'event', 'pageview'), 3650, concat('/page/', toString(intDiv(n, ${DAYS}) % 41)),
      ['DE', 'US', 'FR'][1 + intDiv(n, ${DAYS}) % 700 % 3], if(n % 5 = 0, 'signup', '')
    FROM (SELECT number AS n FROM numbers(${DAYS * EVENTS_PER_DAY}))`)
}

/** One more visitor on a day that may already be built. Repeating the insert adds no row. */
export async function insertLate(clickhouse: ClickHouse, day: string, late: number): Promise<void> {
  const row = {
    website_id: WEBSITE_ID,
    time: `${day}T${String(late % 24).padStart(2, '0')}:30:00.000Z`,
    visitor_id: 100_000 + late,
    pageview_id: 1_000_000 + late,
    number: 0,
    kind: 'pageview',
    retention_days: 3650,
    path: `/late/${late}`,
    country: 'DE',
  }
  await clickhouse.insert({ table: 'events', token: `late ${late}`, rows: [row] })
}
