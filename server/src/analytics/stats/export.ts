import type { StatsExport } from '@sitewatch/contract'
import { queryAs, type ClickHouse, findCaller } from '../../platform/clickhouse/index.ts'
import { type StatsQuery, describeSpan, type StatsContext, spanOf } from './answers.ts'
import { countExport, EXPORT_COLUMNS, type ExportRow, readExport } from './queries/export.ts'
import { writeCsvCell } from '../../platform/csv.ts'

export type ExportFormat = 'csv' | 'ndjson'
export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

const PAGE_SIZE = 5000

interface Window {
  website_id: number
  from: Date
  to: Date
}

/** Read in pages, so that memory does not grow with the period. */
async function* readPages(
  clickhouse: Pick<ClickHouse, 'read'>,
  window: Window,
  days: readonly string[],
): AsyncGenerator<ExportRow[]> {
  for (const day of days) {
    let after = { visitor_id: '0', pageview_id: '0', number: -1 }
    for (;;) {
      const rows = await clickhouse.read(readExport, { ...window, day, ...after, limit: PAGE_SIZE })
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (!last || rows.length < PAGE_SIZE) break
      after = { visitor_id: last.visitor_id, pageview_id: last.pageview_id, number: last.number }
    }
  }
}

type ExportColumn = (typeof EXPORT_COLUMNS)[number]

function cellOf(row: ExportRow, column: ExportColumn): string | number | null {
  if (column === 'time') return new Date(row.time_ms).toISOString()
  if (column === 'props') return Object.keys(row.props).length === 0 ? '' : JSON.stringify(row.props)
  return row[column]
}

const writeCsvLine = (row: ExportRow): string =>
  `${EXPORT_COLUMNS.map((column) => writeCsvCell(cellOf(row, column))).join(',')}\r\n`

function writeJsonLine({ time_ms, ...row }: ExportRow): string {
  return `${JSON.stringify({ time: new Date(time_ms).toISOString(), ...row })}\n`
}

async function* writeLines(format: ExportFormat, pages: AsyncIterable<ExportRow[]>): AsyncGenerator<string> {
  if (format === 'csv') yield `${EXPORT_COLUMNS.join(',')}\r\n`
  const write = format === 'csv' ? writeCsvLine : writeJsonLine
  for await (const page of pages) yield page.map(write).join('')
}

/** The number of rows, and the file as a stream that is not read yet. */
export async function prepareExport(
  context: StatsContext,
  request: StatsQuery,
): Promise<{ about: StatsExport; write: (format: ExportFormat) => AsyncIterable<string> }> {
  const { clickhouse, website } = context
  // Rows are read while the response is sent, outside the request, and with the lower priority of an API key.
  const caller = findCaller()
  const backgroundReader: Pick<ClickHouse, 'read'> = {
    read: (query, params) =>
      caller
        ? queryAs({ ...caller, kind: 'key' }, () => clickhouse.read(query, params))
        : clickhouse.read(query, params),
  }
  const span = await spanOf(context, request)
  const window = { website_id: website.id, from: new Date(span.from_ms), to: new Date(span.to_ms) }
  const days = await clickhouse.read(countExport, window)
  const names = days.map(({ day }) => day)
  return {
    about: {
      object: 'stats_export',
      website_id: website.id,
      ...describeSpan(context, request, span),
      events: days.reduce((sum, { events }) => sum + events, 0),
      columns: [...EXPORT_COLUMNS],
    },
    write: (format) => writeLines(format, readPages(backgroundReader, window, names)),
  }
}
