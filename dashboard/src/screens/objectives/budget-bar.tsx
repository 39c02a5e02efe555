import { t } from '@lingui/core/macro'
import type { Objective } from '@sitewatch/sdk'
import { describeLeft } from '../../parts/objectives/objective-words.ts'

/** The remaining error budget as a bar. The text beside it says the same. */
export function BudgetBar({ objective }: { objective: Objective }) {
  return (
    <progress
      aria-label={t`Error budget left`}
      aria-valuetext={describeLeft(objective)}
      title={describeLeft(objective)}
      max={100}
      value={Math.max(0, Math.min(100, objective.budget_left_percent ?? 0))}
      className="meter"
    />
  )
}
