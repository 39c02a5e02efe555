import type { Config } from '../../config.ts'
import { DEADLINES } from '../deadline.ts'
import type { Log } from '../log.ts'
import { ReadAdmission, type ReadRank } from './admission.ts'
import { findCaller } from './query-caller.ts'
import type { ClickHouse } from './clickhouse.ts'
import { openEmbedded } from './embedded.ts'
import { describeExported } from './exported-names.ts'
import type { Engine } from './engine.ts'
import { ClickHouseUnavailable, toClickHouseFailure } from './failure.ts'
import { FILE_INSERT_BYTES, type InsertBatch, writeInsert, writeInsertHead } from './insert.ts'
import { refuseOlderFolder } from './older-store.ts'
import { limitMemory, parseParameters, parseRows, rankQuery } from './query.ts'
import { openServer } from './server.ts'

export { queryAs, findCaller } from './query-caller.ts'
export { ClickHouseUnavailable, isStoreUnavailable } from './failure.ts'
export type { ClickHouse, ExportedNames } from './clickhouse.ts'
export type { ExportedTable } from './engine.ts'
export { migrateClickHouse } from './migrate.ts'
export { refuseOlderServer } from './older-store.ts'
export {
  adoptHistoryStore,
  checkHistoryStore,
  claimHistoryStore,
  describeHistoryStore,
  ForeignHistoryStore,
} from './store-identity.ts'
export {
  cloneOf,
  cloneTables,
  countTable,
  dropClones,
  endRestore,
  fillTables,
  type HistoryTable,
  listFilledTables,
  restoreTables,
} from './snapshot.ts'
export { listTablesOf, purgeRows } from './purge.ts'
export { withStagedRows } from './staging.ts'
export { checkTable, describeDamage, listDamagedParts } from './damage.ts'
export { writeTestRow } from './test-row.ts'
export { explainForeignOwner } from './store-owner.ts'
export { bigint64, defineQuery, integer64, type Query, type QuerySettings, writeSettings } from './query.ts'

type StoreSettings = Pick<Config, 'SITEWATCH_DATA_DIR' | 'CLICKHOUSE_URL'>

/**
 * A server may still be down. If the embedded engine cannot start, ClickHouseNotReady says what to do. Throws ForeignHistoryStore for the
 * folder of a checkout before the baseline.
 */
export async function openClickHouse(config: StoreSettings, log: Log, deadlines = DEADLINES): Promise<ClickHouse> {
  refuseOlderFolder(config)
  const { CLICKHOUSE_URL: url, SITEWATCH_DATA_DIR: dataDir } = config
  return serveEngine(url === undefined ? await openEmbedded(dataDir) : openServer(url, deadlines), log)
}

const MAX_WAIT_MS = 30_000

/** Null if there are no rows. */
function planInsert({ writeRows, ...engine }: Engine, batch: InsertBatch): (() => Promise<void>) | null {
  if (writeRows && 'ndjson' in batch && batch.ndjson.length >= FILE_INSERT_BYTES) {
    const head = writeInsertHead(batch)
    return () => writeRows(head, batch.ndjson)
  }
  const statement = writeInsert(batch)
  return statement === null ? null : () => (engine.insert ?? engine.write)(statement)
}

function serveEngine(engine: Engine, log: Log): ClickHouse {
  let isAvailable = true
  const admission = new ReadAdmission(engine.readers, MAX_WAIT_MS)
  const limited = (sql: string): string => limitMemory(sql, engine.max_statement_bytes)

  function setAvailable(available: boolean, err?: Error): void {
    if (available === isAvailable) return
    isAvailable = available
    if (available) log.info('ClickHouse is available again')
    else log.warn({ err }, 'ClickHouse is unavailable')
  }

  async function run<T>(fn: () => Promise<T>): Promise<T> {
    try {
      const result = await fn()
      setAvailable(true)
      return result
    } catch (error) {
      const failure = toClickHouseFailure(error)
      if (failure instanceof ClickHouseUnavailable && failure.reason === 'away') setAvailable(false, failure)
      throw failure
    }
  }

  return {
    kind: engine.kind,
    get isAvailable() {
      return isAvailable
    },
    async read(query, params) {
      const values = parseParameters(query, params)
      const read = (rank: ReadRank) => engine.read(rankQuery(limited(query.sql), rank, engine.cores), values)
      return parseRows(query, await run(() => admission.run(findCaller(), read)))
    },
    readInto: (sql, values) =>
      run(() =>
        admission.run(findCaller(), (rank) => engine.readInto(rankQuery(limited(sql), rank, engine.cores), values)),
      ),
    async insert(batch) {
      const insert = planInsert(engine, batch)
      if (insert) await run(insert)
    },
    execute: (sql, values = {}) => run(() => engine.write(limited(sql), values)),
    exportTable: (table) => run(() => engine.exportTable(table)),
    async importTable(table, rows, exportedNames) {
      const structure = exportedNames && (await describeExported(this, table, exportedNames))
      await run(() => engine.importTable(table, rows, structure))
    },
    createDatabase: () => run(() => engine.createDatabase()),
    ping: () =>
      run(() => engine.ping()).then(
        () => true,
        () => false,
      ),
    close() {
      admission.close()
      return engine.close()
    },
  }
}
