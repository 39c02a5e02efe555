import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { Field, Select } from '../../ui/index.ts'
import { writeLocal } from '../../platform/local-time.ts'
import { maintenanceWindowsQuery } from '../../data/status-page-incidents/queries.ts'

interface Schedule {
  scheduled_for: string | null
  scheduled_until: string | null
  maintenance_window_id: number | null
}

/** When the maintenance takes place, and the window that mutes the alerts of its monitors. */
export function ScheduleFields({ stored }: { stored?: Schedule }) {
  const [opened_at_ms] = useState(() => Date.now())
  const windows = useQuery(maintenanceWindowsQuery)
  const from = stored?.scheduled_for ?? opened_at_ms + HOUR_MS
  const until = stored?.scheduled_until ?? opened_at_ms + 2 * HOUR_MS
  const storedWindow = String(stored?.maintenance_window_id ?? '')
  const choices = (windows.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  // Not loaded yet, or not among the windows that are listed: without it, saving would remove the window from the incident.
  if (storedWindow !== '' && !choices.some(({ value }) => value === storedWindow)) {
    choices.unshift({ value: storedWindow, label: `#${storedWindow}` })
  }
  return (
    <>
      <Field
        name="scheduled_for"
        label={t`From`}
        type="datetime-local"
        defaultValue={writeLocal(new Date(from))}
        figures
      />
      <Field
        name="scheduled_until"
        label={t`To`}
        type="datetime-local"
        defaultValue={writeLocal(new Date(until))}
        figures
      />
      <Select
        key={windows.data ? 'loaded' : 'loading'}
        name="maintenance_window_id"
        label={t`Maintenance window`}
        optional
        hint={t`Alerts of the monitors in this window are paused. Without a window, monitors still alert.`}
        defaultValue={storedWindow}
        choices={[{ value: '', label: t`None` }, ...choices]}
      />
    </>
  )
}
