import path from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { ClickHouseNotReady } from '../platform/clickhouse/failure.ts'
import {
  checkHistoryStore,
  type ClickHouse,
  describeDamage,
  explainForeignOwner,
  ForeignHistoryStore,
  type HistoryTable,
  openClickHouse,
} from '../platform/clickhouse/index.ts'
import { createLog, type Log } from '../platform/log.ts'
import { type Dump, openDump, pauseLoads } from '../platform/postgres/dump.ts'
import { connectPostgres, type Postgres } from '../platform/postgres/index.ts'
import { prepareDatabase } from '../platform/postgres/provision.ts'
import { VERSION } from '../version.ts'
import { BackupWriter, removeOldBackups, type Sealing } from './files.ts'
import { type HistorySource, openLocalHistory } from './history.ts'
import { type Manifest, type Sums, sumUp } from './manifest.ts'
import { recordBackup } from './status.ts'
import { openWorkerHistory } from './worker-history.ts'

export interface BackupOptions {
  config: Config
  log: Log
  /** The folder for backups. */
  to: string
  sealing: Sealing
  /** How many of the backups in the folder are kept; all if undefined. */
  keep: number | undefined
}

export interface BackupResult extends Sums {
  folder: string
  /** The point in time of the backup. */
  point: string
  duration_ms: number
  /** How long loading into ClickHouse was paused. */
  paused_ms: number
  /** Names of the old backups that were removed. */
  removed: string[]
  /** Why old backups were kept. */
  warning?: string
}

/** Refuses a store that is not the history of this database, such as the new one of a wrong SITEWATCH_DATA_DIR: its backup would look complete. */
async function refuseForeignStore(config: Config, postgres: Postgres, clickhouse: ClickHouse): Promise<void> {
  try {
    await checkHistoryStore(postgres, clickhouse, config)
  } catch (error) {
    await clickhouse.close()
    throw error
  }
}

async function openHistory(config: Config, postgres: Postgres): Promise<HistorySource> {
  if (config.CLICKHOUSE_URL === undefined) {
    const running = await openWorkerHistory(config, postgres)
    if (running) return running
  }
  const refusal = explainForeignOwner(config)
  if (refusal !== undefined) throw new ConfigError(refusal)
  try {
    const clickhouse = await openClickHouse(config, createLog('silent'))
    await refuseForeignStore(config, postgres, clickhouse)
    return openLocalHistory(clickhouse)
  } catch (error) {
    if (error instanceof ForeignHistoryStore) throw new ConfigError(error.message)
    if (!(error instanceof ClickHouseNotReady)) throw error
    const advice =
      error.holder === undefined
        ? ''
        : ' That process does not answer: it may be of an older version. Stop it and try again.'
    throw new ConfigError(error.message + advice)
  }
}

/**
 * Takes the snapshots of both stores at one point in time. While loading is paused, every acknowledged row is either in ClickHouse or in
 * the Postgres inbox. Postgres comes first: a job that deletes history and ends between the two snapshots is still in the backup and runs
 * again after a restore. In the other order, the backup would have the history without the job.
 */
async function takeSnapshots(url: string, dump: Dump, history: HistorySource) {
  const began = performance.now()
  const paused = await pauseLoads(url)
  try {
    const point = await dump.begin()
    const tables = await history.freeze()
    return { point, tables, paused_ms: Math.round(performance.now() - began) }
  } finally {
    await paused.release()
  }
}

async function storePostgres(dump: Dump, writer: BackupWriter): Promise<Manifest['postgres']> {
  const tables: Manifest['postgres']['tables'] = []
  for (const table of await dump.listTables()) {
    const file = path.posix.join('postgres', `${table.schema}.${table.name}.copy.zst`)
    const stored = await writer.storeLines(file, dump.copy(table))
    tables.push({ ...table, schema: table.schema as 'sitewatch', stored })
  }
  return { migrations: await dump.listMigrations(), tables, sequences: await dump.listSequences() }
}

async function storeHistory(
  history: HistorySource,
  tables: readonly HistoryTable[],
  writer: BackupWriter,
): Promise<Manifest['history']> {
  const stored: Manifest['history']['tables'] = []
  for (const table of tables) {
    const { name, rows } = table
    const file = path.posix.join('history', `${name}.native.zst`)
    stored.push({
      ...table,
      stored: rows === 0 ? null : { rows, ...(await writer.store(file, await history.read(name))) },
    })
  }
  return { tables: stored }
}

/** An old backup may be the only one with the missing rows. */
const warnAboutDamage = (damaged: readonly string[]): string =>
  `This backup lacks the rows of ${describeDamage(damaged)}. Old backups were kept. See "A part of the history is damaged" in the documentation.`

/** It stays until somebody deletes it: only a person knows whether the rows were meant to go. */
const warnAboutLostRows = (kept: readonly string[]): string =>
  `Old backups were kept although there are newer ones, because the next backup has over a tenth fewer events or checks: ${kept.join(', ')}. If you deleted websites, monitors or an import, delete these folders.`

async function writeBackup(options: BackupOptions, dump: Dump, postgres: Postgres): Promise<BackupResult> {
  const { config, to, sealing, keep } = options
  const began = performance.now()
  const history = await openHistory(config, postgres)
  const writer = await BackupWriter.create(to, sealing)
  try {
    const { point, tables, paused_ms } = await takeSnapshots(config.DATABASE_URL, dump, history)
    const manifest: Manifest = {
      format: 1,
      version: VERSION,
      point: point.toISOString(),
      postgres: await storePostgres(dump, writer),
      history: await storeHistory(history, tables, writer),
    }
    const folder = await writer.finish(manifest)
    const damaged = tables.flatMap((table) => table.damaged ?? [])
    const rotates = keep !== undefined && damaged.length === 0
    const { removed, kept } = rotates ? await removeOldBackups(to, keep, sealing) : { removed: [], kept: [] }
    const warning =
      damaged.length > 0 ? warnAboutDamage(damaged) : kept.length > 0 ? warnAboutLostRows(kept) : undefined
    return {
      folder,
      point: manifest.point,
      ...sumUp(manifest),
      duration_ms: Math.round(performance.now() - began),
      paused_ms,
      removed,
      ...(warning !== undefined && { warning }),
    }
  } catch (error) {
    await writer.abandon()
    throw error
  } finally {
    await history.release().catch((error: unknown) => options.log.warn({ err: error }, 'releasing the history failed'))
  }
}

/** Backs up while the service runs, or while it is stopped. Migrates nothing, so it also backs up an older schema. */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { config, log } = options
  const { servingUrl } = await prepareDatabase(config, log, false)
  const postgres = connectPostgres({ connectionString: servingUrl, size: 2, onError: () => undefined })
  try {
    const dump = await openDump(config.DATABASE_URL)
    try {
      // Not a failed backup: the other one may be fine.
      if (!dump.isExclusive) throw new ConfigError('Another backup of this database is running.')
      return await recordBackup(postgres, () => writeBackup(options, dump, postgres))
    } finally {
      await dump.close()
    }
  } finally {
    await postgres.close()
  }
}
