import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Values } from './bind.ts'
import type { ExportedTable } from './engine.ts'
import type { InsertBatch } from './insert.ts'
import type { Query } from './query.ts'

/** What columns are called in exported rows, by their names in the table: those that have another name there. */
export type ExportedNames = Readonly<Record<string, string>>

/** Every method throws ClickHouseUnavailable while ClickHouse is unavailable. A recovered server is used again automatically. */
export interface ClickHouse {
  readonly kind: 'embedded' | 'server'
  /** Whether the last request reached ClickHouse. */
  readonly isAvailable: boolean
  read<Params extends z.ZodObject, Row extends z.ZodType>(
    query: Query<Params, Row>,
    params: z.input<Params>,
  ): Promise<z.output<Row>[]>
  /**
   * INSERT … SELECT for a request that waits for it: it is queued with the reads. The SQL ends with SETTINGS.
   */
  readInto(sql: string, values: Values): Promise<void>
  /**
   * Inserts rows once per token, however often it is retried. An engine stores the token just before the rows. If it is killed
   * in between, it drops the rows on retry. A caller that retries must therefore look for the rows, as the inbox does. Pass
   * 64-bit integers beyond 2^53 as strings.
   */
  insert(batch: InsertBatch): Promise<void>
  /** For DDL and DELETE. Parameters: {name:Type}. */
  execute(sql: string, values?: Values): Promise<void>
  /** For backups: all rows of a table, and such rows added to a table. */
  exportTable(table: string): Promise<ExportedTable>
  importTable(table: string, rows: Readable, exportedNames?: ExportedNames): Promise<void>
  createDatabase(): Promise<void>
  ping(): Promise<boolean>
  /** Rejects new statements and waits for running ones, because the embedded engine must not be stopped during a write. */
  close(): Promise<void>
}
