import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { ClickHouseNotReady } from '../../platform/clickhouse/failure.ts'
import {
  checkHistoryStore,
  type ClickHouse,
  defineQuery,
  describeHistoryStore,
  explainForeignOwner,
  integer64,
  openClickHouse,
} from '../../platform/clickhouse/index.ts'
import { createLog } from '../../platform/log.ts'
import { connectPostgres, sqlState } from '../../platform/postgres/index.ts'
import type { Finding } from './finding.ts'

const CREATE = `
  CREATE TABLE IF NOT EXISTS doctor_checks (id UUID, checked_at DateTime('UTC') DEFAULT now())
  ENGINE = MergeTree ORDER BY checked_at TTL checked_at + INTERVAL 1 DAY`

const readRow = defineQuery({
  name: 'doctor.row',
  sql: 'SELECT count() AS found FROM doctor_checks WHERE id = {id:UUID}',
  params: z.object({ id: z.uuid() }),
  row: z.object({ found: integer64 }),
})

async function writeAndRead(clickhouse: ClickHouse): Promise<void> {
  const id = randomUUID()
  await clickhouse.createDatabase()
  await clickhouse.execute(CREATE)
  await clickhouse.insert({ table: 'doctor_checks', token: `doctor ${id}`, rows: [{ id }] })
  const [row] = await clickhouse.read(readRow, { id })
  if (row?.found !== 1) throw new Error('a test row was written but could not be read')
}

/** Without a database, or before its migration, there is nothing to compare with; the other checks say so. */
async function compareIdentity(config: Config, clickhouse: ClickHouse): Promise<void> {
  const postgres = connectPostgres({ connectionString: config.DATABASE_URL, size: 1, onError: () => undefined })
  try {
    await checkHistoryStore(postgres, clickhouse, config)
  } catch (error) {
    const isMissing = sqlState(error) !== undefined || (error as Error).name === 'Unreachable'
    if (!isMissing) throw error
  } finally {
    await postgres.close()
  }
}

const check = 'history store'

/** Opens it, writes a row and reads it again: a dead server, a wrong address and a full disk all show. */
export async function checkHistory(config: Config): Promise<Finding> {
  const where = describeHistoryStore(config)
  const refusal = explainForeignOwner(config)
  if (refusal !== undefined) return { check, ok: false, says: refusal }
  let clickhouse: ClickHouse | undefined
  try {
    clickhouse = await openClickHouse(config, createLog('silent'))
    await compareIdentity(config, clickhouse)
    await writeAndRead(clickhouse)
    return { check, ok: true, says: `Wrote a test row to ${where} and read it back.` }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof ClickHouseNotReady && error.holder !== undefined) {
      const says = `Not tested: the service is running and uses ${where} (process ${error.holder}). See /readyz and /metrics for its health.`
      return { check, ok: true, says }
    }
    const advice = config.CLICKHOUSE_URL === undefined ? 'SITEWATCH_DATA_DIR' : 'CLICKHOUSE_URL'
    return { check, ok: false, says: `${message} (${where}). Check ${advice} and its free disk space.` }
  } finally {
    await clickhouse?.close()
  }
}
