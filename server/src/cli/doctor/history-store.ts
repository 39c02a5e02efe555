import { globSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { ClickHouseNotReady } from '../../platform/clickhouse/failure.ts'
import {
  checkHistoryStore,
  type ClickHouse,
  describeDamage,
  describeHistoryStore,
  listDamagedParts,
  explainForeignOwner,
  openClickHouse,
  writeTestRow,
} from '../../platform/clickhouse/index.ts'
import { createLog } from '../../platform/log.ts'
import { connectPostgres, sqlState } from '../../platform/postgres/index.ts'
import type { Finding } from './finding.ts'

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

/** Read from disk, because only the service can ask the engine while it runs. */
const findDetached = (folder: string): string[] =>
  globSync('store/*/*/detached/*broken*', { cwd: path.resolve(folder) })

const explainDamage = (parts: readonly string[]): Finding => ({
  check,
  ok: false,
  says:
    `${describeDamage(parts)}: ClickHouse could not read them and moved them aside, so their rows are missing from statistics. ` +
    'Check the disk, then restore a backup, or accept the loss: stop Sitewatch and delete these folders (a server: ALTER TABLE … DROP DETACHED PART).',
})

/** Opens it, writes a row and reads it again: a dead server, a wrong address and a full disk all show. */
export async function checkHistory(config: Config): Promise<Finding> {
  const where = describeHistoryStore(config)
  const refusal = explainForeignOwner(config)
  if (refusal !== undefined) return { check, ok: false, says: refusal }
  let clickhouse: ClickHouse | undefined
  try {
    clickhouse = await openClickHouse(config, createLog('silent'))
    await compareIdentity(config, clickhouse)
    await clickhouse.createDatabase()
    await writeTestRow(clickhouse)
    const damaged =
      config.CLICKHOUSE_URL === undefined ? findDetached(config.SITEWATCH_DATA_DIR) : await listDamagedParts(clickhouse)
    if (damaged.length > 0) return explainDamage(damaged)
    return { check, ok: true, says: `Wrote a test row to ${where} and read it back.` }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof ClickHouseNotReady && error.holder !== undefined) {
      const damaged = findDetached(config.SITEWATCH_DATA_DIR)
      if (damaged.length > 0) return explainDamage(damaged)
      const says = `Not tested: the service is running and uses ${where} (process ${error.holder}). See /readyz and /metrics for its health.`
      return { check, ok: true, says }
    }
    const advice = config.CLICKHOUSE_URL === undefined ? 'SITEWATCH_DATA_DIR' : 'CLICKHOUSE_URL'
    return { check, ok: false, says: `${message} (${where}). Check ${advice} and its free disk space.` }
  } finally {
    await clickhouse?.close()
  }
}
