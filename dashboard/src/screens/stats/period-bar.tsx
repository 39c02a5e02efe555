import { msg, t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { Button, Select, useNow } from '../../ui/index.ts'
import { CompareChoice, CompareRange, useCompareShortcut } from './compare-choice.tsx'
import { type PeriodChoice, shiftDays, stepPeriod, daysOf } from './day-ranges.ts'
import { FilterButton } from './filter-button.tsx'
import { AUTOMATIC_NAMES, INTERVAL_NAMES, PERIOD_NAMES } from './period-names.ts'
import {
  dayIn,
  DEFAULT_PERIOD,
  type Interval,
  INTERVALS,
  type Period,
  PERIOD_KEYS,
  PERIODS,
} from '../../data/stats/periods.ts'
import { useView } from './use-view.ts'
import { DayRangeForm } from './website-parts.ts'

interface PeriodBarProps {
  website: Website
  /** The intervals that fit the period. */
  intervals: readonly Interval[]
  /** The interval of the chart if none is chosen. */
  automatic: Interval | undefined
}

const STEPS = [
  { steps: -1, key: 'ArrowLeft', label: msg`Previous period`, sign: '‹' },
  { steps: 1, key: 'ArrowRight', label: msg`Next period`, sign: '›' },
] as const

/** Changes the period, and registers the keyboard shortcuts for it. */
function usePeriod(today: string) {
  const { statsQuery, change } = useView()
  const show = ({ period, from, to }: PeriodChoice): void =>
    change({ period: period === DEFAULT_PERIOD ? undefined : period, from, to, interval: undefined, page: undefined })
  const choose = (period: Period): void => {
    const days = period === 'custom' ? (daysOf(statsQuery, today) ?? rangeOfYesterday(today)) : undefined
    show({ period, ...days })
  }
  const step = (steps: 1 | -1): void => {
    const next = stepPeriod(statsQuery, steps, today)
    if (next) show(next)
  }
  useShortcuts(t`Periods`, [
    ...PERIODS.map((period) => ({
      keys: PERIOD_KEYS[period],
      label: t(PERIOD_NAMES[period]),
      run: () => choose(period),
    })),
    ...STEPS.map(({ steps, key, label }) => ({ keys: key, label: t(label), run: () => step(steps) })),
  ])
  return { show, choose, step, canStep: (steps: 1 | -1): boolean => stepPeriod(statsQuery, steps, today) !== undefined }
}

/** Chooses the period and what it is compared with. There are single-key shortcuts for it, too. */
export function PeriodBar({ website, intervals, automatic }: PeriodBarProps) {
  const { statsQuery } = useView()
  const today = dayIn(useNow(), website.timezone)
  const { show, choose, step, canStep } = usePeriod(today)
  useCompareShortcut()
  const [previous, next] = STEPS.map(({ steps, label, sign }) => (
    <Button
      key={steps}
      aria-label={t(label)}
      title={t(label)}
      className="figures px-3 text-lg"
      disabled={!canStep(steps)}
      onClick={() => step(steps)}
    >
      {sign}
    </Button>
  ))
  return (
    <div className="mb-4 grid gap-3">
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-end sm:justify-between">
        <div className="grid grid-cols-[auto_1fr_auto_auto] items-end gap-1 sm:flex">
          {previous}
          <Select
            name="period"
            label={t`Period`}
            value={statsQuery.period}
            onChange={({ target }) => choose(PERIODS.find((each) => each === target.value) ?? DEFAULT_PERIOD)}
            choices={PERIODS.map((value) => ({ value, label: t(PERIOD_NAMES[value]) }))}
          />
          {next}
          <span className="ps-2">
            <FilterButton />
          </span>
        </div>
        <div className="grid grid-cols-2 items-end gap-3 sm:flex">
          <IntervalChoice intervals={intervals} automatic={automatic} />
          <CompareChoice today={today} />
        </div>
      </div>
      {statsQuery.period === 'custom' && (
        <DayRangeForm
          label={t`Custom range`}
          days={{ from: statsQuery.from, to: statsQuery.to }}
          onApply={(days) => show({ period: 'custom', ...days })}
        />
      )}
      <CompareRange />
    </div>
  )
}

/** The initial custom range if the current period has no days to start from. */
const rangeOfYesterday = (today: string) => shiftDays({ from: today, to: today }, -1)

function IntervalChoice({ intervals, automatic }: Pick<PeriodBarProps, 'intervals' | 'automatic'>) {
  const { search, change } = useView()
  const { interval } = search
  const choices = interval === undefined || intervals.includes(interval) ? intervals : [...intervals, interval]
  return (
    <Select
      name="interval"
      label={t`Interval`}
      value={interval ?? ''}
      onChange={({ target }) => change({ interval: INTERVALS.find((each) => each === target.value) })}
      choices={[
        { value: '', label: automatic === undefined ? t`Auto` : t(AUTOMATIC_NAMES[automatic]) },
        ...choices.map((value) => ({ value, label: t(INTERVAL_NAMES[value]) })),
      ]}
    />
  )
}
