import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { Checkbox, Skeleton } from '../../ui/index.ts'
import type { QuietDraft } from './quiet-hours.ts'

// A separate chunk: most providers have no quiet hours.
const Fields = lazy(async () => ({ default: (await import('./quiet-hours-fields.tsx')).QuietHoursFields }))

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
      {draft.isOn && (
        <Suspense fallback={<Skeleton rows={4} />}>
          <Fields draft={draft} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}
