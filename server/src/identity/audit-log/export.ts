import { AuditEntry, type AuditFilters } from '@sitewatch/contract'
import { writeCsvCell } from '../../platform/csv.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { listEntriesBefore } from './store.ts'

export type ExportFormat = 'csv' | 'ndjson'
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

type Column = Exclude<keyof AuditEntry, 'object'>
export const EXPORT_COLUMNS = Object.keys(AuditEntry.shape).filter((name): name is Column => name !== 'object')

const PAGE_SIZE = 1000

type AsReader = <T>(fn: (tx: UserTx) => Promise<T>) => Promise<T>

/** In pages, each in a transaction of its own: memory does not grow with the log, and a removed member gets no further page. */
async function* readPages(asReader: AsReader, filters: AuditFilters): AsyncGenerator<AuditEntry[]> {
  for (let before_id = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await asReader((tx) => listEntriesBefore(tx, filters, { before_id, limit: PAGE_SIZE }))
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_SIZE) return
    before_id = rows.at(-1)?.id ?? 0
  }
}

const cellOf = (entry: AuditEntry, column: Column): string | number | null =>
  column === 'changes' ? (entry.changes.length === 0 ? '' : JSON.stringify(entry.changes)) : entry[column]

const writeCsvLine = (entry: AuditEntry): string =>
  `${EXPORT_COLUMNS.map((column) => writeCsvCell(cellOf(entry, column))).join(',')}\r\n`

const writeJsonLine = (entry: AuditEntry): string =>
  `${JSON.stringify(Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, entry[column]])))}\n`

export async function* writeEntries(
  format: ExportFormat,
  asReader: AsReader,
  filters: AuditFilters,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${EXPORT_COLUMNS.join(',')}\r\n`
  const write = format === 'csv' ? writeCsvLine : writeJsonLine
  for await (const page of readPages(asReader, filters)) yield page.map(write).join('')
}
