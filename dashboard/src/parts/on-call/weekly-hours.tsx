import { t } from '@lingui/core/macro'
import type { WeeklyRange } from '@sitewatch/sdk'
import { Field } from '../../ui/index.ts'
import { RowList } from '../../ui/row-list.tsx'
import { nameWeekday, nameWeekdayLong, type Weekday, WEEKDAYS } from './weekdays.ts'
import { describeRange, type RangeDraft } from './weekly-ranges.ts'

const MAX_RANGES = 20

interface WeeklyHoursProps {
  /** Name of the list in the API. */
  name: string
  legend: string
  hint?: string
  ranges: readonly RangeDraft[]
  onChange: (ranges: readonly RangeDraft[]) => void
  /** Makes a new range. */
  make: () => WeeklyRange
}

/** Weekly hours: the days on which they start, and local times. */
export function WeeklyHours({ name, legend, hint, ranges, onChange, make }: WeeklyHoursProps) {
  return (
    <RowList
      legend={legend}
      hint={hint}
      rows={ranges}
      onChange={onChange}
      nameOf={(range) => describeRange(range)}
      add={t`Add hours`}
      make={make}
      least={1}
      most={MAX_RANGES}
    >
      {(range, index, change) => (
        <>
          <Weekdays weekdays={range.weekdays} onChange={(weekdays) => change({ weekdays })} />
          <div className="grid grid-cols-2 gap-3">
            <Field
              name={`${name}.${index}.from`}
              label={t`From`}
              type="time"
              value={range.from}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
              figures
            />
            <Field
              name={`${name}.${index}.to`}
              label={t`To`}
              type="time"
              value={range.to}
              onChange={({ currentTarget }) => change({ to: currentTarget.value })}
              figures
            />
          </div>
        </>
      )}
    </RowList>
  )
}

interface WeekdaysProps {
  weekdays: readonly Weekday[]
  onChange: (weekdays: Weekday[]) => void
}

function Weekdays({ weekdays, onChange }: WeekdaysProps) {
  return (
    <fieldset>
      <legend className="sr-only">{t`Weekdays`}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {WEEKDAYS.map((day) => (
          <label key={day} className="inline-flex items-center gap-2">
            <input
              type="checkbox"
              aria-label={nameWeekdayLong(day)}
              className="size-4 accent-accent"
              checked={weekdays.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(WEEKDAYS.filter((each) => (each === day ? checked : weekdays.includes(each))))
              }
            />
            {nameWeekday(day)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
