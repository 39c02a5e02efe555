import { useLingui } from '@lingui/react/macro'
import { Select } from '../../ui/index.ts'

interface AlertsSelectProps {
  value: true | undefined
  onChoose: (alerts_nobody: true | undefined) => void
}

/** All monitors, or only those that alert nobody. */
export function AlertsSelect({ value, onChoose }: AlertsSelectProps) {
  const { t } = useLingui()
  return (
    <Select
      name="alerts_nobody"
      label={t`Alerts`}
      value={value ? '1' : ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === '1' || undefined)}
      choices={[
        { value: '', label: t`Any` },
        { value: '1', label: t`Alerts nobody` },
      ]}
    />
  )
}
