import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  checkTable,
  type ClickHouse,
  type ExportedTable,
  cloneOf,
  cloneTables,
  dropClones,
  type HistoryTable,
} from '../platform/clickhouse/index.ts'

/** The history half of a backup. */
export interface HistorySource {
  /** Takes a snapshot of every table. Quick; the caller must pause loading meanwhile. */
  freeze(): Promise<HistoryTable[]>
  /** The rows of a table in the snapshot, compressed. */
  read(table: string): Promise<Readable>
  release(): Promise<void>
}

/** Streams a file and deletes it when the stream closes. */
export function readOnce(file: string): Readable {
  const stream = createReadStream(file)
  stream.once('close', () => void rm(file, { force: true }))
  return stream
}

/** Exports the copy of a table, if it is not damaged. */
export async function exportClone(clickhouse: ClickHouse, table: string): Promise<ExportedTable> {
  await checkTable(clickhouse, cloneOf(table), table)
  return clickhouse.exportTable(cloneOf(table))
}

/** History of a ClickHouse server, or of the embedded engine while the service is stopped. */
export function openLocalHistory(clickhouse: ClickHouse): HistorySource {
  return {
    async freeze() {
      await dropClones(clickhouse)
      return cloneTables(clickhouse)
    },
    async read(table) {
      const exported = await exportClone(clickhouse, table)
      return 'stream' in exported ? exported.stream : readOnce(exported.file)
    },
    async release() {
      await dropClones(clickhouse)
      await clickhouse.close()
    },
  }
}
