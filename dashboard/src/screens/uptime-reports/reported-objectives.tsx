import { t } from '@lingui/core/macro'
import type { ReportedObjective } from '@sitewatch/sdk'
import { formatPercent, formatUptime } from '../../platform/format.ts'
import { type Column, Section, Status, Table } from '../../ui/index.ts'
import { ObjectiveName } from '../../parts/objectives/objective-name.tsx'
import { STATUS_MARKS, STATUS_NAMES } from '../../parts/objectives/objective-words.ts'

const listColumns = (): readonly Column<ReportedObjective>[] => [
  {
    head: t`Objective`,
    cell: (objective) => <ObjectiveName id={objective.objective_id} objective={objective} />,
  },
  { head: t`Status`, cell: ({ status }) => <Status name={STATUS_MARKS[status]}>{t(STATUS_NAMES[status])}</Status> },
  { head: t`Actual`, figures: true, cell: ({ current_percent }) => formatUptime(current_percent) },
  { head: t`Budget left`, figures: true, cell: ({ budget_left_percent }) => formatPercent(budget_left_percent) },
]

/** The current objectives of the reported monitors and their websites. Renders nothing if there are none. */
export function ReportedObjectives({ objectives }: { objectives: readonly ReportedObjective[] }) {
  if (objectives.length === 0) return null
  return (
    <Section title={t`Objectives now`}>
      <Table
        caption={t`Objectives now`}
        columns={listColumns()}
        rows={objectives}
        rowKey={({ objective_id }) => objective_id}
      />
    </Section>
  )
}
