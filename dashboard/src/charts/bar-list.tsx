import './charts.css'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from './figures.ts'

export interface BarRow {
  value: string
  /** Default: the value, or "(none)" if it is empty. */
  label?: ReactNode
  count: number
  /** 0–100 */
  percent: number | null
}

interface BarListProps {
  rows: readonly BarRow[]
  /** Heading of the names: Page, Source, … */
  heading: string
  unit?: string
  /** The value of the active filter. */
  chosen?: string | null
  /** Called when a row is clicked, to filter by its value. */
  onChoose?: (value: string) => void
  empty?: string
}

/** The bar is drawn behind the name, so that a row is one line and the figures stay in their columns. */
export function BarList({
  rows,
  heading,
  unit = t`Visitors`,
  chosen = null,
  onChoose,
  empty = t`No data yet`,
}: BarListProps) {
  const maxCount = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <div className="chart">
      <table className="chart-bars">
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{unit}</th>
            <th scope="col">{t`Share`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value} data-chosen={row.value === chosen || undefined}>
              <th scope="row">
                <span className="chart-bar" style={{ width: `${(100 * row.count) / maxCount}%` }} />
                <BarName row={row} isChosen={row.value === chosen} onChoose={onChoose} />
              </th>
              <td>{formatCount(row.count)}</td>
              <td className="chart-share">{row.percent === null ? '–' : formatPercent(row.percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="chart-empty">{empty}</p>}
    </div>
  )
}

interface BarNameProps {
  row: BarRow
  isChosen: boolean
  onChoose: ((value: string) => void) | undefined
}

function BarName({ row: { value, label }, isChosen, onChoose }: BarNameProps) {
  const name = label ?? (value === '' ? t`(none)` : value)
  const title = value === '' ? undefined : value
  if (!onChoose)
    return (
      <span className="chart-bar-name" title={title}>
        {name}
      </span>
    )
  return (
    <button
      type="button"
      className="chart-bar-name"
      title={title}
      aria-pressed={isChosen}
      onClick={() => onChoose(value)}
    >
      {name}
    </button>
  )
}
