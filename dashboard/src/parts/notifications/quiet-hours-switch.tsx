import { t } from '@lingui/core/macro'
import { Checkbox } from '../../ui/index.ts'
import type { QuietDraft } from './quiet-hours.ts'
import { QuietHoursFields } from './quiet-hours-fields.tsx'

interface QuietHoursSwitchProps {
  draft: QuietDraft
  onChange: (draft: QuietDraft) => void
}

export function QuietHoursSwitch({ draft, onChange }: QuietHoursSwitchProps) {
  return (
    <>
      <Checkbox
        label={t`Quiet hours`}
        hint={t`Messages wait until quiet hours end. If the incident is resolved or acknowledged by then, they are not sent.`}
        checked={draft.isOn}
        onChange={({ currentTarget: { checked } }) => onChange({ ...draft, isOn: checked })}
      />
      {draft.isOn && <QuietHoursFields draft={draft} onChange={onChange} />}
    </>
  )
}
