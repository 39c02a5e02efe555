import { repeatCheckLoad } from '../../../src/monitoring/checks/index.ts'
import { migrateClickHouse, openClickHouse } from '../../../src/platform/clickhouse/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { makeChecks, toNdjson } from './rows.ts'

/** Inserts one batch after another into the embedded engine, starting with the given one, until it is killed. */
const [folder = '', first = '0', rows = '0', midnight = '0'] = process.argv.slice(2)
const log = createLog('silent')
const clickhouse = await openClickHouse({ SITEWATCH_DATA_DIR: folder, CLICKHOUSE_URL: undefined }, log)
await migrateClickHouse(clickhouse, log)
process.on('disconnect', () => process.exit())
for (let batch = Number(first); ; batch += 1) {
  const batchRows = makeChecks(1000 + batch, Number(rows), Number(midnight))
  process.send?.({ started: batch })
  const token = `batch ${batch}`
  const ndjson = Buffer.from(toNdjson(batchRows))
  // The first batch may be the one that was interrupted, which the loader repeats. Short batches are part of the statement and long ones
  // go through a file, so that both are interrupted.
  if (batch === Number(first)) {
    await repeatCheckLoad(clickhouse, { token, ndjson, confirm: () => Promise.resolve() })
  } else {
    await clickhouse.insert({ table: 'checks', token, ...(batch % 2 === 0 ? { rows: batchRows } : { ndjson }) })
  }
  process.send?.({ ended: batch })
}
