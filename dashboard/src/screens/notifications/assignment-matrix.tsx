import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Provider } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { AlertsNobodyMark } from '../../parts/monitors/alerts-nobody-mark.tsx'
import type { AssignmentCell, AssignmentRow } from './assignment-cells.ts'
import './assignments.css'

interface MatrixProps {
  rows: readonly AssignmentRow[]
  providers: readonly Provider[]
  /** The state on screen, which may not be saved yet. */
  isOn: (cell: AssignmentCell) => boolean
  onTurn: (cell: AssignmentCell, isOn: boolean) => void
}

interface Position {
  row: number
  column: number
}

const KEY_MOVES: Readonly<Record<string, (at: Position, last: Position) => Position>> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, last) => ({ row, column: last.column }),
}

const clamp = (value: number, last: number): number => Math.min(Math.max(value, 0), last)

/** A grid with one tab stop: the arrow keys move within it, Space ticks and unticks. */
export function AssignmentMatrix({ rows, providers, isOn, onTurn }: MatrixProps) {
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<Position>({ row: 0, column: 0 })
  const last = { row: rows.length - 1, column: providers.length - 1 }
  const tabStop = { row: clamp(current.row, last.row), column: clamp(current.column, last.column) }

  function move(event: KeyboardEvent): void {
    const step = KEY_MOVES[event.key]
    if (!step) return
    event.preventDefault()
    const to = step(tabStop, last)
    const next = { row: clamp(to.row, last.row), column: clamp(to.column, last.column) }
    setCurrent(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus()
  }

  return (
    <div className="matrix">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is an interactive table */}
      <table ref={table} role="grid" aria-label={t`Who is alerted`} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col" className="text-start align-bottom text-sm font-medium text-soft">
              <Trans>Monitor</Trans>
            </th>
            {providers.map(({ id, name }) => (
              <th key={id} scope="col" className="matrix-provider">
                <span title={name}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ monitor, cells }, row) => (
            <tr key={monitor.id}>
              <MonitorHead monitor={monitor} />
              {cells.map((cell, column) => (
                <td key={cell.key}>
                  <Cell
                    cell={cell}
                    monitor_name={monitor.friendly_name}
                    isOn={isOn(cell)}
                    position={{ row, column }}
                    isTabStop={row === tabStop.row && column === tabStop.column}
                    onFocus={setCurrent}
                    onTurn={onTurn}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MonitorHead({ monitor: { id, friendly_name, alerts_nobody } }: Pick<AssignmentRow, 'monitor'>) {
  return (
    <th scope="row" className="font-normal">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Link
          to="/monitors/$monitorId"
          params={{ monitorId: String(id) }}
          className="min-w-0 font-medium wrap-anywhere hover:underline"
        >
          {friendly_name}
        </Link>
        {alerts_nobody && <AlertsNobodyMark />}
      </span>
    </th>
  )
}

interface CellProps {
  cell: AssignmentCell
  monitor_name: string
  isOn: boolean
  position: Position
  isTabStop: boolean
  onFocus: (position: Position) => void
  onTurn: (cell: AssignmentCell, isOn: boolean) => void
}

const MARKS = { rule: 'R', disabled: '–', removed: '×' } as const

function Cell({ cell, monitor_name, isOn, position, isTabStop, onFocus, onTurn }: CellProps) {
  const { provider_name, mark, note } = cell
  const pair = t`${provider_name} for ${monitor_name}`
  return (
    <label className="matrix-cell" title={note ?? undefined}>
      <input
        type="checkbox"
        data-cell={`${position.row} ${position.column}`}
        aria-label={note === null ? pair : `${pair}. ${note}`}
        tabIndex={isTabStop ? 0 : -1}
        checked={isOn}
        onFocus={() => onFocus(position)}
        onChange={({ currentTarget }) => onTurn(cell, currentTarget.checked)}
        className="size-4 accent-accent"
      />
      <span aria-hidden className="matrix-mark figures">
        {mark !== null && MARKS[mark]}
      </span>
    </label>
  )
}
