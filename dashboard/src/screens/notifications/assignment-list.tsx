import { Trans } from '@lingui/react/macro'
import { Checkbox } from '../../ui/index.ts'
import { AlertsNobodyMark } from '../../parts/monitors/alerts-nobody-mark.tsx'
import type { AssignmentCell, AssignmentRow } from './assignment-cells.ts'

interface ListProps {
  rows: readonly AssignmentRow[]
  isOn: (cell: AssignmentCell) => boolean
  onTurn: (cell: AssignmentCell, isOn: boolean) => void
}

/** On a narrow screen: a line for each monitor, which opens to its providers. */
export function AssignmentList({ rows, isOn, onTurn }: ListProps) {
  return (
    <ul className="border-t border-line-strong">
      {rows.map(({ monitor, cells }) => (
        <li key={monitor.id} className="border-b border-line">
          <details>
            <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 py-2">
              <span className="min-w-0 font-medium wrap-anywhere">{monitor.friendly_name}</span>
              {monitor.alerts_nobody ? (
                <AlertsNobodyMark />
              ) : (
                <span className="figures text-sm text-soft">
                  <Trans>
                    {cells.filter(isOn).length} of {cells.length}
                  </Trans>
                </span>
              )}
            </summary>
            <div className="grid gap-2 pb-3 ps-4">
              {cells.map((cell) => (
                <Checkbox
                  key={cell.key}
                  label={<span className="wrap-anywhere">{cell.provider_name}</span>}
                  {...(cell.note !== null && { hint: cell.note })}
                  checked={isOn(cell)}
                  onChange={({ currentTarget }) => onTurn(cell, currentTarget.checked)}
                />
              ))}
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
