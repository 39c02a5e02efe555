import { migrateClickHouse, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { buildDay, listDueDays } from '../../../src/analytics/stats/build.ts'
import { deleteOutdatedBuilds } from '../../../src/analytics/stats/delete-outdated.ts'
import { buildOptions, insertLate, lateDay } from './build-events.ts'

/** Builds days of the embedded engine one after another until it is killed; adds late events whenever no day is due. */
const [folder = '', first = '0'] = process.argv.slice(2)
const log = createLog('silent')
const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }, log)
await migrateClickHouse(clickhouse, log)
process.on('disconnect', () => process.exit())
for (let late = Number(first); ; late += 1) {
  for (const day of await listDueDays(clickhouse, buildOptions)) {
    process.send?.({ building: day.date })
    await buildDay(clickhouse, day)
    process.send?.({ built: day.date })
  }
  // Like the daily task, but immediately.
  await deleteOutdatedBuilds(clickhouse, Date.now() + 25 * 3_600_000)
  await insertLate(clickhouse, lateDay(late), late)
  process.send?.({ late })
}
