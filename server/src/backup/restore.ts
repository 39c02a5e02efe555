import { type Config, ConfigError } from '../config.ts'
import { checkSecretUnscoped, createVault } from '../identity/accounts/index.ts'
import { ClickHouseNotReady } from '../platform/clickhouse/failure.ts'
import {
  checkHistoryStore,
  type ClickHouse,
  describeHistoryStore,
  endRestore,
  explainForeignOwner,
  ForeignHistoryStore,
  listFilledTables,
  migrateClickHouse,
  openClickHouse,
  restoreTables,
} from '../platform/clickhouse/index.ts'
import { createLog, type Log } from '../platform/log.ts'
import { connectPostgres } from '../platform/postgres/index.ts'
import { hasAccounts, loadDump } from '../platform/postgres/load.ts'
import { listMigrations } from '../platform/postgres/migrate.ts'
import { prepareDatabase } from '../platform/postgres/provision.ts'
import type { BackupReader } from './files.ts'
import { type Manifest, sumUp } from './manifest.ts'
import { mapOlderBackup, mapRows } from './older-backup.ts'

export interface Restored {
  point: string
  version: string
  rows: number
  duration_ms: number
}

function refuseNewerBackup({ version }: Manifest, migrations: readonly string[]): void {
  const known = new Set(listMigrations())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new ConfigError(
    `Sitewatch ${version} made this backup, which is newer than this version (it has ${unknown.join(', ')}). Install that version.`,
  )
}

async function refuseFilledTarget(config: Config, clickhouse: ClickHouse): Promise<void> {
  if (await hasAccounts(config.DATABASE_URL)) {
    throw new ConfigError('The database in DATABASE_URL already has accounts. Restore into an empty database.')
  }
  const filled = await listFilledTables(clickhouse)
  if (filled.length === 0) return
  throw new ConfigError(
    `The history store (${describeHistoryStore(config)}) already has data in ${filled.join(', ')}. Restore into an empty one.`,
  )
}

async function openTarget(config: Config): Promise<ClickHouse> {
  const refusal = explainForeignOwner(config)
  if (refusal !== undefined) throw new ConfigError(refusal)
  try {
    return await openClickHouse(config, createLog('silent'))
  } catch (error) {
    if (error instanceof ForeignHistoryStore) throw new ConfigError(error.message)
    throw error instanceof ClickHouseNotReady ? new ConfigError(`${error.message} Stop the service first.`) : error
  }
}

/** Migrates the restored data to this version and checks that it is usable with these settings. */
async function bringUpToDate(config: Config, log: Log, clickhouse: ClickHouse): Promise<void> {
  const { servingUrl } = await prepareDatabase(config, log, true)
  const postgres = connectPostgres({ connectionString: servingUrl, size: 1, onError: () => undefined })
  try {
    await migrateClickHouse(clickhouse, createLog('silent'))
    await checkHistoryStore(postgres, clickhouse, config)
    await checkSecretUnscoped(postgres, createVault(config))
  } finally {
    await postgres.close()
  }
}

/**
 * Restores history first. The accounts come with the last step, in one transaction, and a database without accounts accepts another
 * restore. So an interrupted restore can be repeated.
 */
export async function restoreBackup(config: Config, log: Log, reader: BackupReader): Promise<Restored> {
  const began = performance.now()
  const { manifest } = reader
  const { exportedNames, ...postgres } = mapOlderBackup(manifest)
  refuseNewerBackup(manifest, postgres.migrations)
  // Creates the roles, which belong to the cluster and not to the database.
  await prepareDatabase(config, log, false)
  const clickhouse = await openTarget(config)
  try {
    await refuseFilledTarget(config, clickhouse)
    const stored = new Map(manifest.history.tables.map((table) => [table.name, table.stored]))
    const unknown = await restoreTables(clickhouse, manifest.history.tables, async ({ name }) => {
      const file = stored.get(name)
      if (file) await clickhouse.importTable(name, reader.read(file), exportedNames[name])
    })
    if (unknown.length > 0) log.warn({ tables: unknown }, 'tables that are not of Sitewatch were not restored')
    await loadDump(config.DATABASE_URL, log, {
      ...postgres,
      read: ({ stored: file, mapRow }) => mapRows(reader.readPlain(file), mapRow),
    })
    await endRestore(clickhouse)
    await bringUpToDate(config, log, clickhouse)
  } finally {
    await clickhouse.close()
  }
  const { point, version } = manifest
  return { point, version, rows: sumUp(manifest).rows, duration_ms: Math.round(performance.now() - began) }
}
