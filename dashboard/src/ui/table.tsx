import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

export interface Column<Row> {
  /** '' for a column of buttons. */
  head: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** Numbers: aligned at the end, monospaced. */
  figures?: boolean
}

interface TableProps<Row> {
  /** Describes the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** On narrow screens, each row becomes lines of "head: value". The roles keep it a table for screen readers. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const align = ({ align: given, figures }: Column<Row>): string =>
    (given ?? (figures ? 'end' : 'start')) === 'end' ? 'text-end' : 'text-start'
  return (
    <table role="table" className="rows w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.head}
              role="columnheader"
              scope="col"
              className={`border-b border-line-strong py-2 pe-4 text-sm font-medium whitespace-nowrap text-soft last:pe-0 ${align(column)}`}
            >
              {column.head === '' ? <span className="sr-only">{t`Actions`}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <td
                key={column.head}
                role="cell"
                data-head={column.head}
                className={`border-b border-line py-3 pe-4 align-baseline last:pe-0 ${align(column)} ${column.figures ? 'figures' : ''}`}
              >
                <div className="min-w-0">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
