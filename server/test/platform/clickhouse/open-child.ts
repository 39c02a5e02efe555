import { openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'

/** Opens the embedded engine and prints the result. */
const dataDir = process.argv[2] ?? ''
try {
  const clickhouse = await openClickHouse(
    { SITEWATCH_DATA_DIR: dataDir, CLICKHOUSE_URL: undefined },
    createLog('silent'),
  )
  await clickhouse.close()
  process.stdout.write('opened')
} catch (error) {
  process.stdout.write(String(error))
}
