import { t } from '@lingui/core/macro'
import type { Objective } from '@sitewatch/sdk'
import { formatUptime } from '../../platform/format.ts'
import { type Column, Status, Table } from '../../ui/index.ts'
import { BudgetBar } from './budget-bar.tsx'
import { ObjectiveName } from '../../parts/objectives/objective-name.tsx'
import { describeLeft, STATUS_MARKS, STATUS_NAMES } from '../../parts/objectives/objective-words.ts'

const listColumns = (): readonly Column<Objective>[] => [
  {
    head: t`Objective`,
    cell: (objective) => <ObjectiveName id={objective.id} objective={objective} />,
  },
  { head: t`Status`, cell: ({ status }) => <Status name={STATUS_MARKS[status]}>{t(STATUS_NAMES[status])}</Status> },
  { head: t`Actual`, figures: true, cell: ({ current_percent }) => formatUptime(current_percent) },
  {
    head: t`Error budget`,
    cell: (objective) => (
      <span className="grid gap-1">
        <BudgetBar objective={objective} />
        <span className="text-sm text-soft">{describeLeft(objective)}</span>
      </span>
    ),
  },
]

export function ObjectiveTable({ objectives }: { objectives: readonly Objective[] }) {
  return <Table caption={t`Objectives`} columns={listColumns()} rows={objectives} rowKey={({ id }) => id} />
}
