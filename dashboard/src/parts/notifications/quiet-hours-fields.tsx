import { t } from '@lingui/core/macro'
import { Checkbox, Field } from '../../ui/index.ts'
import { WeeklyHours } from '../on-call/weekly-hours.tsx'
import { ZoneSelect } from '../on-call/zone-select.tsx'
import { makeNightRange, type QuietDraft } from './quiet-hours.ts'

interface QuietHoursFieldsProps {
  draft: QuietDraft
  onChange: (draft: QuietDraft) => void
}

export function QuietHoursFields({ draft, onChange }: QuietHoursFieldsProps) {
  return (
    <div className="grid min-w-0 gap-5 border-s border-line-strong ps-4">
      <WeeklyHours
        name="quiet_hours.ranges"
        legend={t`Times`}
        hint={t`If the end is before the start, it is on the next day.`}
        ranges={draft.ranges}
        onChange={(ranges) => onChange({ ...draft, ranges })}
        make={makeNightRange}
      />
      <ZoneSelect
        name="quiet_hours.timezone"
        value={draft.timezone}
        onChange={(timezone) => onChange({ ...draft, timezone })}
      />
      <Checkbox
        label={t`Send escalations at once`}
        hint={t`Messages of an escalation policy do not wait.`}
        checked={draft.escalations}
        onChange={({ currentTarget: { checked } }) => onChange({ ...draft, escalations: checked })}
      />
      <Field
        name="quiet_hours.break_through.tags"
        label={t`Send at once for monitors with these tags`}
        hint={t`Separate with commas, for example production, eu.`}
        value={draft.tags}
        onChange={({ currentTarget }) => onChange({ ...draft, tags: currentTarget.value })}
        autoCapitalize="none"
        autoComplete="off"
        optional
      />
    </div>
  )
}
