import { useShortcuts } from '../../shortcuts.ts'
import { Button, Field, Form, Select, Submit, useNow } from '../../ui/index.ts'
import { FilterButton } from './filter-chips.tsx'
import {
  DEFAULT_PERIOD,
  type Interval,
  INTERVAL_NAMES,
  INTERVALS,
  lastMonth,
  listIntervals,
  type Period,
  PERIOD_KEYS,
  PERIOD_NAMES,
  PERIODS,
} from './periods.ts'
import { useView } from './use-view.ts'
import { COMPARISONS } from './website-search.ts'

const COMPARE_NAMES = { previous: 'Previous period', year: 'Previous year', none: 'No comparison' }

/** Which time is looked at. Single keys choose it, too. */
export function PeriodBar({ length_ms }: { length_ms: number | undefined }) {
  const { statsQuery, search, change } = useView()
  const now = useNow()
  const choose = (period: Period): void => {
    const days = period === 'custom' ? lastMonth(now) : { from: undefined, to: undefined }
    change({ period: period === DEFAULT_PERIOD ? undefined : period, ...days, interval: undefined, page: undefined })
  }
  useShortcuts('Periods', [
    ...PERIODS.map((period) => ({
      keys: PERIOD_KEYS[period],
      label: PERIOD_NAMES[period],
      run: () => choose(period),
    })),
    {
      keys: 'c',
      label: 'Turn comparison on or off',
      run: () => change({ compare: search.compare === 'none' ? undefined : 'none' }),
    },
  ])
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="group" aria-label="Period" className="flex flex-wrap gap-1">
          {PERIODS.map((period) => (
            <Button
              key={period}
              kind={period === statsQuery.period ? 'plain' : 'quiet'}
              aria-pressed={period === statsQuery.period}
              title={`Key ${PERIOD_KEYS[period]}`}
              className="px-3"
              onClick={() => choose(period)}
            >
              {PERIOD_NAMES[period]}
            </Button>
          ))}
        </div>
        <div className="grid grow grid-cols-[auto_auto_1fr] gap-2 sm:flex sm:grow-0">
          <FilterButton />
          <IntervalChoice length_ms={length_ms} />
          <Select
            name="compare"
            label="Compare"
            labelHidden
            value={search.compare ?? 'previous'}
            onChange={({ target }) => change({ compare: COMPARISONS.find((each) => each === target.value) })}
            choices={Object.entries(COMPARE_NAMES).map(([value, label]) => ({ value, label }))}
          />
        </div>
      </div>
      {statsQuery.period === 'custom' && <CustomRange />}
    </div>
  )
}

function IntervalChoice({ length_ms }: { length_ms: number | undefined }) {
  const { search, change } = useView()
  const fitting = length_ms === undefined ? [] : listIntervals(length_ms)
  const choices: Interval[] =
    search.interval === undefined || fitting.includes(search.interval) ? fitting : [...fitting, search.interval]
  return (
    <Select
      name="interval"
      label="Interval"
      labelHidden
      value={search.interval ?? ''}
      onChange={({ target }) => change({ interval: INTERVALS.find((each) => each === target.value) })}
      choices={[
        { value: '', label: 'Automatic' },
        ...choices.map((value) => ({ value, label: INTERVAL_NAMES[value] })),
      ]}
    />
  )
}

function CustomRange() {
  const { statsQuery, change } = useView()
  return (
    <Form
      key={`${statsQuery.from} ${statsQuery.to}`}
      label="Custom range"
      className="flex flex-wrap items-end gap-3"
      submit={async (values) => {
        const [from, to] = [values.text('from'), values.text('to')].toSorted()
        change({ period: 'custom', from, to, page: undefined })
        await Promise.resolve()
      }}
    >
      <Field name="from" label="From" type="date" figures defaultValue={statsQuery.from} required />
      <Field name="to" label="To" type="date" figures defaultValue={statsQuery.to} required />
      <Submit kind="plain">Apply</Submit>
    </Form>
  )
}
