import { writeCsvCell } from '../../platform/csv.ts'
import { EXPORT_TYPES, type ExportFormat } from '../stats/index.ts'
import { LISTS, type ListName, type Snapshot } from './snapshot.ts'

interface Line {
  table: 'time' | 'page' | 'source' | 'country' | 'device'
  value: string
  visitors: number | null
  visits: number | null
  pageviews: number
}

const COLUMNS = ['table', 'value', 'visitors', 'visits', 'pageviews'] as const
const TABLES: Record<ListName, Line['table']> = {
  pages: 'page',
  sources: 'source',
  countries: 'country',
  devices: 'device',
}

function listLines({ points, lists }: Snapshot): Line[] {
  return [
    ...points.map(({ start_ms, visitors, visits, pageviews }): Line => {
      return { table: 'time', value: new Date(start_ms).toISOString(), visitors, visits, pageviews }
    }),
    ...LISTS.flatMap((name) =>
      lists[name].map(({ label, visitors, pageviews }): Line => {
        return { table: TABLES[name], value: label, visitors, visits: null, pageviews }
      }),
    ),
  ]
}

/** Exactly what the page shows: never single events. */
export function writeExport(snapshot: Snapshot, format: ExportFormat): { type: string; text: string } {
  const lines = listLines(snapshot)
  const text =
    format === 'ndjson'
      ? lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      : [COLUMNS.join(','), ...lines.map((line) => COLUMNS.map((column) => writeCsvCell(line[column])).join(','))]
          .map((line) => `${line}\r\n`)
          .join('')
  return { type: EXPORT_TYPES[format], text }
}
