import { msg, t } from '@lingui/core/macro'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { Select } from '../../ui/index.ts'
import { daysOf, shiftDays } from './day-ranges.ts'
import { useView } from './use-view.ts'
import { DayRangeForm } from './website-parts.ts'
import { COMPARISONS, type WebsiteSearch } from './website-search.ts'

export const COMPARE_NAMES = {
  previous: msg`Previous period`,
  year: msg`Previous year`,
  custom: msg`Custom range`,
  none: msg`No comparison`,
}

const NO_DAYS = { compare_from: undefined, compare_to: undefined }

export function useCompareShortcut(): void {
  const { search, change } = useView()
  const isOff = search.compare === 'none'
  useShortcuts(t`Periods`, [
    {
      keys: 'x',
      label: t`Turn comparison on or off`,
      run: () => change({ compare: isOff ? undefined : 'none', ...NO_DAYS }),
    },
  ])
}

/** A custom comparison starts with the previous period. */
export function CompareChoice({ today }: { today: string }) {
  const { statsQuery, comparison, change } = useView()
  const choose = (compare: WebsiteSearch['compare']): void => {
    if (compare !== 'custom') return change({ compare, ...NO_DAYS })
    const { from, to } = shiftDays(daysOf(statsQuery, today) ?? { from: today, to: today }, -1)
    change({ compare, compare_from: from, compare_to: to })
  }
  return (
    <Select
      name="compare"
      label={t`Compare`}
      value={comparison.compare}
      onChange={({ target }) => choose(COMPARISONS.find((each) => each === target.value))}
      choices={Object.entries(COMPARE_NAMES).map(([value, label]) => ({ value, label: t(label) }))}
    />
  )
}

export function CompareRange() {
  const { comparison, change } = useView()
  if (comparison.compare !== 'custom') return null
  return (
    <DayRangeForm
      label={t`Compare with`}
      days={{ from: comparison.compare_from, to: comparison.compare_to }}
      onApply={({ from, to }) => change({ compare_from: from, compare_to: to })}
    />
  )
}
