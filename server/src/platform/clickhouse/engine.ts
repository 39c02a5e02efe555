import type { Readable } from 'node:stream'
import type { Values } from './bind.ts'

/** All rows of a table in ClickHouse's Native format, compressed with zstd. */
export type ExportedTable = { file: string } | { stream: Readable }

/** Common interface of the embedded engine and a server. Driver errors pass through. */
export interface Engine {
  /** Maximum concurrent reads. */
  readonly readers: number
  /** CPU cores of the engine machine, if known. */
  readonly cores?: number
  /** Memory limit of a statement, if the engine uses the memory of this process. */
  readonly max_statement_bytes?: number
  readonly kind: 'embedded' | 'server'
  read(sql: string, values: Values): Promise<unknown[]>
  /** Without values the SQL is sent unchanged, because inline rows may look like parameters. */
  write(sql: string, values?: Values): Promise<void>
  /** INSERT … SELECT on a connection for reads, where it delays no writes. */
  readInto(sql: string, values: Values): Promise<void>
  /** Insert with a shorter deadline than other writes: it takes about a second and can be retried. */
  insert?(sql: string): Promise<void>
  /**
   * Inserts rows from a file if they are too long to be inline. Only for an engine that can read local files. The embedded
   * engine loads rows from a file in half the time.
   */
  writeRows?(head: string, ndjson: string | Uint8Array): Promise<void>
  /** The embedded engine writes a file, which the caller removes. */
  exportTable(table: string): Promise<ExportedTable>
  /** Adds exported rows to a table: columns by their names, or, with the names and types of the exported columns, by their order. */
  importTable(table: string, rows: Readable, structure?: string): Promise<void>
  createDatabase(): Promise<void>
  ping(): Promise<void>
  /** Waits for running statements. */
  close(): Promise<void>
}

export const DATABASE = 'sitewatch'
