import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { Field, Select, useNow } from '../../ui/index.ts'
import { currentMonth, formatMonth, listMonths } from '../../platform/months.ts'
import type { FigureQuery } from '../../data/uptime-reports/queries.ts'
import { readScope, writeScope } from './scopes.ts'

interface Choice {
  value: string
  label: string
}

interface ControlsProps {
  query: FigureQuery
  choices: readonly Choice[]
  /** Number of monitors that are not among the choices. */
  unlisted: number
  /** Name of the current subject, which may be missing in the choices. */
  name: string | undefined
  onChange: (query: FigureQuery) => void
}

const MONTH_COUNT = 13

export function ReportControls({ query, choices, unlisted, name, onChange }: ControlsProps) {
  const { month, timezone, target } = query
  const chosen = writeScope(query)
  const isListed = choices.some(({ value }) => value === chosen)
  const now = currentMonth(useNow(), timezone)
  const months = listMonths(now, MONTH_COUNT)
  const shown = months.includes(month) ? months : [month, ...months]
  return (
    <div className="mb-4 flex flex-wrap items-start gap-4">
      <div className="w-full sm:w-72">
        <Select
          name="scope"
          label={t`Report on`}
          hint={
            unlisted > 0
              ? plural(unlisted, {
                  one: '# more monitor: open its report from its own page.',
                  other: '# more monitors: open their reports from their own pages.',
                })
              : undefined
          }
          value={chosen}
          onChange={(event) => onChange({ ...readScope(event.currentTarget.value), month, timezone, target })}
          choices={isListed ? choices : [{ value: chosen, label: name ?? '…' }, ...choices]}
        />
      </div>
      <Select
        name="month"
        label={t`Month`}
        hint={timezone}
        value={month}
        onChange={(event) => onChange({ ...query, month: event.currentTarget.value })}
        choices={shown.map((each) => ({
          value: each,
          label: each === now ? t`${formatMonth(each)} so far` : formatMonth(each),
        }))}
      />
      <TargetField key={target} target={target} onChange={(next) => onChange({ ...query, target: next })} />
    </div>
  )
}

/** Applied on blur or with the Enter key, not while typing: 99.9 starts as 9. */
function TargetField({ target, onChange }: { target: number; onChange: (target: number) => void }) {
  const [text, setText] = useState(String(target))
  const applyTarget = (): void => {
    const next = Number(text.replace(',', '.'))
    if (text.trim() === '' || Number.isNaN(next)) setText(String(target))
    else if (next !== target) onChange(next)
  }
  return (
    <div className="w-28">
      <Field
        name="target"
        label={t`Target (%)`}
        inputMode="decimal"
        figures
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={applyTarget}
        onKeyDown={(event) => event.key === 'Enter' && applyTarget()}
      />
    </div>
  )
}
