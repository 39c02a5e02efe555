import path from 'node:path'
import { z } from 'zod'
import { readConfig } from '../../src/config.ts'
import { repeatCheckLoad } from '../../src/monitoring/checks/index.ts'
import { defineQuery, integer64, migrateClickHouse, openClickHouse } from '../../src/platform/clickhouse/index.ts'
import { startLoader } from '../../src/platform/inbox/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { connectPostgres } from '../../src/platform/postgres/index.ts'
import { prepareDatabase } from '../../src/platform/postgres/provision.ts'
import { TEST_SECRET } from '../support/secret.ts'
import { pause, type World } from './world.ts'

const countQuery = defineQuery({
  name: 'torture.count',
  sql: 'SELECT count() AS checks, uniqExact(monitor_id, location, slot) AS slots FROM checks',
  params: z.object({}),
  row: z.object({ checks: integer64, slots: integer64 }),
})

/** The number of checks in ClickHouse once the inbox is empty, and how many slots it has more than once. */
export async function countLoadedChecks({ url, folder, admin }: World): Promise<{ checks: number; doubled: number }> {
  const log = createLog('silent')
  const config = readConfig({ DATABASE_URL: url, SITEWATCH_SECRET: TEST_SECRET })
  const { servingUrl } = await prepareDatabase(config, log)
  const postgres = connectPostgres({ connectionString: servingUrl, size: 4, onError: () => undefined })
  const clickhouse = await openClickHouse(
    { SITEWATCH_DATA_DIR: path.join(folder, 'clickhouse'), CLICKHOUSE_URL: undefined },
    log,
  )
  await migrateClickHouse(clickhouse, log)
  const loader = startLoader({
    postgres,
    clickhouse,
    tables: { checks: 'checks' },
    repeats: { checks: (load) => repeatCheckLoad(clickhouse, load) },
    log,
  })
  for (let tries = 0; tries < 400; tries++) {
    const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from inbox')
    if (rows[0]?.n === 0) break
    await pause(100)
  }
  await loader.stop()
  const [counted] = await clickhouse.read(countQuery, {})
  await clickhouse.close()
  await postgres.close()
  return { checks: counted?.checks ?? 0, doubled: (counted?.checks ?? 0) - (counted?.slots ?? 0) }
}
