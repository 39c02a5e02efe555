import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'

export interface Reading {
  /** Set in the font of the figures. */
  value: string
  /** What it counts. */
  unit?: string
  tone?: 'down' | 'soft'
}

export const describeForScreenReader = (title: string, readings: readonly Reading[]): string =>
  [title, ...readings.map(({ value, unit }) => (unit ? `${value} ${unit}` : value))].join(', ')

interface ReadoutProps {
  title: string
  readings: readonly Reading[]
  /** Off while the chart has the focus: then its value already announces the same. */
  isLive: boolean
}

/** The line that describes the marked position. Its height is fixed, so that nothing below it moves. */
export function Readout({ title, readings, isLive }: ReadoutProps) {
  return (
    <p className="chart-readout" aria-live={isLive ? 'polite' : 'off'}>
      <span className="chart-readout-title">{title}</span>
      {readings.map(({ value, unit, tone }) => (
        <span key={`${unit}${value}`} className="chart-reading" data-tone={tone}>
          <b>{value}</b>
          {unit && ` ${unit}`}
        </span>
      ))}
    </p>
  )
}

interface DataTableProps {
  summary?: string
  caption: string
  columns: readonly string[]
  /** Called only once the table is opened. */
  rows(): ReactNode[][]
  children?: ReactNode
}

/** The data of a chart as a table. The first column names the row. */
export function DataTable({ summary = t`Show as table`, caption, columns, rows, children }: DataTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="chart-data" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && (
        <div className="chart-data-scroll" tabIndex={0} role="group" aria-label={caption}>
          <table>
            <caption>{caption}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map(([head, ...cells], row) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no key but their position
                <tr key={row}>
                  <th scope="row">{head}</th>
                  {cells.map((cell, column) => (
                    <td key={columns[column + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {children}
        </div>
      )}
    </details>
  )
}

/** The hatching for paused, the same in all charts. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line className="chart-hatch" x1="0" y1="0" x2="0" y2="5" />
    </pattern>
  )
}
