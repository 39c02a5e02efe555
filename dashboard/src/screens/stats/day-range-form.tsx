import { t } from '@lingui/core/macro'
import { Field, Form, Submit } from '../../ui/index.ts'
import type { DayRange } from './day-ranges.ts'

interface DayRangeFormProps {
  label: string
  days: Partial<Record<keyof DayRange, string | undefined>>
  onApply: (days: DayRange) => void
}

/** Two days, both inclusive, in any order. */
export function DayRangeForm({ label, days, onApply }: DayRangeFormProps) {
  return (
    <Form
      key={`${days.from} ${days.to}`}
      label={label}
      className="grid grid-cols-2 items-end gap-3 sm:flex"
      submit={async (values) => {
        const [from = '', to = ''] = [values.text('from'), values.text('to')].toSorted()
        onApply({ from, to })
        await Promise.resolve()
      }}
    >
      <p className="col-span-2 text-sm font-medium sm:pb-2.5">{label}</p>
      <Field name="from" label={t`From`} type="date" figures defaultValue={days.from} required />
      <Field name="to" label={t`To`} type="date" figures defaultValue={days.to} required />
      <Submit kind="plain">{t`Apply`}</Submit>
    </Form>
  )
}
