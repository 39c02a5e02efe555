import { t } from '@lingui/core/macro'
import { Select } from '../../ui/index.ts'

export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

interface ZoneSelectProps {
  name: string
  value: string
  onChange: (zone: string) => void
}

/** Includes the current time zone, even if the browser does not know it. */
export function ZoneSelect({ name, value, onChange }: ZoneSelectProps) {
  const zones = [...new Set([value, OWN_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return (
    <Select
      name={name}
      label={t`Time zone`}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  )
}
