import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@sitewatch/contract/durations'
import { buildModel, judgeTraffic } from '../../server/src/insights/expected-traffic/index.ts'
import { createRecentMinutes } from '../../server/src/insights/silent-outages/minutes.ts'
import { migrateClickHouse, openClickHouse } from '../../server/src/platform/clickhouse/index.ts'
import { createLog } from '../../server/src/platform/log.ts'

const WINDOW_HOURS = 12

/**
 * CPU time per website of one run of the traffic watch, with events of twelve hours in the embedded engine: counting the last minutes of all
 * websites and judging each. The first run, which counts the whole window, is measured separately.
 */
export async function measureWatchCost(isLarge = false): Promise<Record<string, number>> {
  const websites = 10_000
  const visits_per_hour = isLarge ? 100 : 20
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-watch-'))
  const log = createLog('silent')
  const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }, log)
  try {
    await migrateClickHouse(clickhouse, log)
    const until_ms = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    // Three events a visit, in the order of the table.
    const events = visits_per_hour * WINDOW_HOURS
    for (let from = 0; from < websites; from += 1000)
      await clickhouse.execute(`
        INSERT INTO events (website_id, time, visitor_id, pageview_id, number, kind, retention_days)
        SELECT 1 + ${from} + intDiv(number, ${events * 3}) AS website_id,
          fromUnixTimestamp64Milli(toInt64(${until_ms} - ${WINDOW_HOURS * HOUR_MS} + (cityHash64(intDiv(number, 3)) % ${WINDOW_HOURS * HOUR_MS}) + (number % 3) * 20000), 'UTC'),
          cityHash64(intDiv(number, 3)), cityHash64(number), number % 3, if(number % 3 = 1, 'engagement', 'pageview'), 365
        FROM numbers(${1000 * events * 3})`)
    const history = Array.from({ length: 28 * 24 }, (_, hour) => ({
      hour_ms: until_ms - (until_ms % HOUR_MS) - hour * HOUR_MS,
      visits: visits_per_hour + ((hour * 7) % 11) - 5,
    }))
    const model = buildModel(history, { timezone: 'UTC', disturbed: [] })
    if (!model) throw new Error('no model')
    const ids = Array.from({ length: websites }, (_, index) => index + 1)
    const minutes = createRecentMinutes()
    const measure = async (at_ms: number): Promise<{ cpu_ms: number; wall_ms: number }> => {
      const [cpu, wall] = [process.cpuUsage(), performance.now()]
      await minutes.refresh(clickhouse, ids, at_ms)
      for (const id of ids) judgeTraffic(model, minutes.list(id, at_ms), at_ms)
      const { user, system } = process.cpuUsage(cpu)
      return { cpu_ms: (user + system) / 1000, wall_ms: performance.now() - wall }
    }
    const first = await measure(until_ms - 2 * MINUTE_MS)
    const runs = [await measure(until_ms - MINUTE_MS), await measure(until_ms)]
    const cpu_ms = Math.max(...runs.map((run) => run.cpu_ms))
    return {
      watch_websites: websites,
      watch_events: websites * events * 3,
      watch_ms_per_website_minute: cpu_ms / websites,
      watch_run_seconds: Math.max(...runs.map((run) => run.wall_ms)) / 1000,
      watch_first_ms_per_website: first.cpu_ms / websites,
    }
  } finally {
    await clickhouse.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
