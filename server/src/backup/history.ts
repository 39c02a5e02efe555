import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type ClickHouse, cloneOf, cloneTables, dropClones, type HistoryTable } from '../platform/clickhouse/index.ts'

/** The history half of a backup. */
export interface HistorySource {
  /** Keeps every table as it is now. Quick; the caller sees to it that nothing is loaded meanwhile. */
  freeze(): Promise<HistoryTable[]>
  /** The rows of a kept table, compressed. */
  read(table: string): Promise<Readable>
  release(): Promise<void>
}

/** A file that is removed once it has been read. */
export function readOnce(file: string): Readable {
  const stream = createReadStream(file)
  stream.once('close', () => void rm(file, { force: true }))
  return stream
}

/** Of a ClickHouse server, or of the embedded engine while the service does not run. */
export function openLocalHistory(clickhouse: ClickHouse): HistorySource {
  return {
    async freeze() {
      await dropClones(clickhouse)
      return cloneTables(clickhouse)
    },
    async read(table) {
      const exported = await clickhouse.exportTable(cloneOf(table))
      return 'stream' in exported ? exported.stream : readOnce(exported.file)
    },
    async release() {
      await dropClones(clickhouse)
      await clickhouse.close()
    },
  }
}
