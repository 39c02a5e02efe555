import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'

export interface Reading {
  /** A figure, set in the figures' face. */
  value: string
  /** What it counts. */
  unit?: string
  tone?: 'down' | 'soft'
}

export const readAloud = (title: string, readings: readonly Reading[]): string =>
  [title, ...readings.map(({ value, unit }) => (unit ? `${value} ${unit}` : value))].join(', ')

interface ReadoutProps {
  title: string
  readings: readonly Reading[]
  /** Off while the chart itself has the focus: it says the same as its value. */
  isLive: boolean
}

/** The line that says what the mark is on. It keeps its height, so that nothing below it moves. */
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

/** Every picture has its figures. The first column names the row. */
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
                // oxlint-disable-next-line react/no-array-index-key -- rows have no name but their place
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

/** Paused is hatched, here as everywhere. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line className="chart-hatch" x1="0" y1="0" x2="0" y2="5" />
    </pattern>
  )
}
