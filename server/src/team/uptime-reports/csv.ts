import type { UptimeFigures } from '@sitewatch/contract'
import { writeCsvCell } from '../../platform/csv.ts'

type CsvTable = 'monitors' | 'incidents'

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present'

const INCIDENT_COLUMNS = [
  'incident_id',
  'monitor_id',
  'monitor_name',
  'cause',
  'started_at',
  'acknowledged_at',
  'resolved_at',
  'downtime_seconds',
  'acknowledge_seconds',
  'resolve_seconds',
] as const

const FIGURE_COLUMNS = [
  'uptime_percent',
  'is_target_met',
  'monitored_seconds',
  'downtime_seconds',
  'maintenance_seconds',
  'unobserved_seconds',
  'budget_seconds',
  'budget_remaining_seconds',
  'incident_count',
  'acknowledge_mean_seconds',
  'acknowledge_median_seconds',
  'resolve_mean_seconds',
  'resolve_median_seconds',
] as const

type Cell = string | number | boolean | null

const writeLine = (cells: readonly Cell[]): string => `${cells.map(writeCsvCell).join(',')}\r\n`

const writeHead = (columns: readonly string[]): string => `${columns.join(',')}\r\n`

/** A row for each monitor, and a last one for all of them, without a monitor_id. */
function writeMonitors({ monitors, total, from, to, target }: UptimeFigures): string {
  const rows = [...monitors, { monitor_id: null, name: 'Total', ...total }]
  return [
    writeHead(['from', 'to', 'target', 'monitor_id', 'name', ...FIGURE_COLUMNS]),
    ...rows.map((row) =>
      writeLine([from, to, target, row.monitor_id, row.name, ...FIGURE_COLUMNS.map((column) => row[column])]),
    ),
  ].join('')
}

const writeIncidents = ({ incidents }: UptimeFigures): string =>
  [
    writeHead(INCIDENT_COLUMNS),
    ...incidents.map((incident) => writeLine(INCIDENT_COLUMNS.map((column) => incident[column]))),
  ].join('')

export const writeCsv = (figures: UptimeFigures, table: CsvTable): string =>
  table === 'monitors' ? writeMonitors(figures) : writeIncidents(figures)
