import type { Config } from '../config.ts'
import {
  checkHistoryStore,
  claimHistoryStore,
  describeDamage,
  listDamagedParts,
  type ClickHouse,
  ClickHouseUnavailable,
  ForeignHistoryStore,
  migrateClickHouse,
  openClickHouse,
  refuseOlderServer,
} from '../platform/clickhouse/index.ts'
import type { Deadlines } from '../platform/deadline.ts'
import type { Log } from '../platform/log.ts'
import type { Postgres } from '../platform/postgres/index.ts'

export interface HistoryStore extends ClickHouse {
  /** Found when it was opened: parts whose rows are missing from every answer. */
  readonly damaged_parts: readonly string[]
}

/** How long after a failure to open the next use tries again. */
const RETRY_MS = 2000

export interface HistoryParts {
  config: Config
  log: Log
  postgres: Postgres
  onForeignStore: (error: ForeignHistoryStore) => void
  deadlines?: Deadlines
}

/** Nothing if the user of a managed server may not read them. */
async function findDamage(clickhouse: ClickHouse, log: Log): Promise<string[]> {
  const parts = await listDamagedParts(clickhouse).catch(() => [])
  if (parts.length > 0) log.error({ parts }, `ClickHouse moved aside ${describeDamage(parts)}; run "sitewatch doctor"`)
  return parts
}

/**
 * Opened and migrated at its first use, so that a process that neither reads nor loads history never starts the embedded engine, and
 * a store that cannot be opened (a server that is not up yet, a folder held by another process) affects only the history. Until then
 * every use gets ClickHouseUnavailable. A store that belongs to another database is never read or written: `onForeignStore` ends the
 * process.
 */
export function openClickHouseLazily({ config, log, postgres, onForeignStore, deadlines }: HistoryParts): HistoryStore {
  let opened: Promise<ClickHouse> | undefined
  let current: ClickHouse | undefined
  let failed: { error: Error; at_ms: number } | undefined
  let closed = false
  let damaged_parts: readonly string[] = []

  const openOnce = async (): Promise<ClickHouse> => {
    const clickhouse = current ?? (await openClickHouse(config, log, deadlines))
    current = clickhouse
    await checkHistoryStore(postgres, clickhouse, config)
    // Only this process can open the embedded store, so only it can migrate it.
    if (config.SITEWATCH_MIGRATE || clickhouse.kind === 'embedded') await migrateClickHouse(clickhouse, log)
    else await refuseOlderServer(clickhouse)
    await claimHistoryStore(postgres, clickhouse, config)
    damaged_parts = await findDamage(clickhouse, log)
    return clickhouse
  }
  const use = async (): Promise<ClickHouse> => {
    if (closed) throw new ClickHouseUnavailable('closed', 'ClickHouse is shutting down')
    if (failed && performance.now() - failed.at_ms < RETRY_MS) throw asUnavailable(failed.error)
    opened ??= openOnce()
    try {
      return await opened
    } catch (error) {
      opened = undefined
      const reason = error instanceof Error ? error : new Error(String(error))
      if (failed?.error.message !== reason.message) log.error({ err: reason }, 'ClickHouse is not usable')
      failed = { error: reason, at_ms: performance.now() }
      if (reason instanceof ForeignHistoryStore) onForeignStore(reason)
      throw asUnavailable(reason)
    }
  }
  return {
    kind: config.CLICKHOUSE_URL === undefined ? 'embedded' : 'server',
    get isAvailable() {
      return current?.isAvailable ?? failed === undefined
    },
    get damaged_parts() {
      return damaged_parts
    },
    read: async (query, params) => (await use()).read(query, params),
    readInto: async (sql, values) => (await use()).readInto(sql, values),
    insert: async (batch) => (await use()).insert(batch),
    execute: async (statement, values) => (await use()).execute(statement, values),
    exportTable: async (table) => (await use()).exportTable(table),
    importTable: async (table, rows, exportedNames) => (await use()).importTable(table, rows, exportedNames),
    createDatabase: async () => (await use()).createDatabase(),
    ping: () =>
      use().then(
        (clickhouse) => clickhouse.ping(),
        () => false,
      ),
    async close() {
      closed = true
      await opened?.catch(() => undefined)
      await current?.close()
    },
  }
}

const asUnavailable = (error: Error): ClickHouseUnavailable =>
  error instanceof ClickHouseUnavailable ? error : new ClickHouseUnavailable('away', error.message, { cause: error })
