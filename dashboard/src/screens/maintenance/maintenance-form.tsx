import { t } from '@lingui/core/macro'
import type { MaintenanceWindow } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { api } from '../../platform/api.ts'
import { Button, Field, Form, type FormValues, pickChanged, Picker, Select, Submit, toast } from '../../ui/index.ts'
import { monitorChoices } from '../../data/monitors/monitor-choices.ts'
import { readLocal, writeLocal } from '../../platform/local-time.ts'

interface MaintenanceFormProps {
  stored: MaintenanceWindow | undefined
  onClose: () => void
}

const compareNumbers = (a: number, b: number): number => a - b

function readWindow(values: FormValues, all_monitors: boolean) {
  return {
    name: values.text('name'),
    starts_at: readLocal(values.text('starts_at')),
    ends_at: readLocal(values.text('ends_at')),
    repeat: values.text('repeat') as MaintenanceWindow['repeat'],
    all_monitors,
    monitor_ids: all_monitors ? [] : values.all('monitor_ids').map(Number).toSorted(compareNumbers),
  }
}

/** The stored window with the precision of the form: times to the minute. */
const showWindow = (stored: MaintenanceWindow) => ({
  ...stored,
  starts_at: readLocal(writeLocal(new Date(stored.starts_at))),
  ends_at: readLocal(writeLocal(new Date(stored.ends_at))),
  monitor_ids: stored.monitor_ids.toSorted(compareNumbers),
})

function findChanges(stored: MaintenanceWindow, fields: ReturnType<typeof readWindow>) {
  const changed = pickChanged(showWindow(stored), fields)
  const { all_monitors, monitor_ids } = fields
  // Send both or neither: an empty `monitor_ids` without `all_monitors` means all monitors.
  const hasMonitorChange = 'monitor_ids' in changed || 'all_monitors' in changed
  return hasMonitorChange ? { ...changed, all_monitors, monitor_ids } : changed
}

export function MaintenanceForm({ stored, onClose }: MaintenanceFormProps) {
  const client = useQueryClient()
  const [opened_at_ms] = useState(() => Date.now())
  const [isForAll, setForAll] = useState(stored?.all_monitors ?? true)
  async function save(values: FormValues): Promise<void> {
    const fields = readWindow(values, isForAll)
    if (stored) await api.maintenance.update(stored.id, findChanges(stored, fields))
    else {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      await api.maintenance.create({ ...fields, timezone: timeZone })
    }
    await client.invalidateQueries({ queryKey: ['maintenance'] })
    toast(stored ? t`Maintenance saved` : t`Maintenance scheduled`)
    onClose()
  }
  return (
    <Form label={t`Maintenance window`} submit={save}>
      <Field
        name="name"
        label={t`Name`}
        defaultValue={stored?.name ?? ''}
        placeholder={t`Database upgrade`}
        autoFocus
      />
      <TimeField name="starts_at" label={t`From`} at={stored?.starts_at ?? opened_at_ms} />
      <TimeField name="ends_at" label={t`To`} at={stored?.ends_at ?? opened_at_ms + HOUR_MS} />
      <Select
        name="repeat"
        label={t`Repeats`}
        defaultValue={stored?.repeat ?? 'none'}
        choices={[
          { value: 'none', label: t`Once` },
          { value: 'daily', label: t`Daily` },
          { value: 'weekly', label: t`Weekly` },
        ]}
      />
      <Coverage isForAll={isForAll} onChange={setForAll} />
      {!isForAll && (
        <Picker
          name="monitor_ids"
          legend={t`Monitors`}
          noun={t`monitors`}
          source={monitorChoices}
          initial={stored?.monitor_ids.map(String) ?? []}
          empty={t`No monitors yet.`}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Submit>{stored ? t`Save changes` : t`Schedule maintenance`}</Submit>
      </div>
    </Form>
  )
}

function TimeField({ name, label, at }: { name: string; label: string; at: string | number }) {
  return <Field name={name} label={label} type="datetime-local" defaultValue={writeLocal(new Date(at))} figures />
}

/** An explicit choice: all monitors are muted only if that is chosen, not because the list is empty. */
function Coverage({ isForAll, onChange }: { isForAll: boolean; onChange: (isForAll: boolean) => void }) {
  const id = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{t`Applies to`}</legend>
      {[true, false].map((value) => (
        <label key={String(value)} className="grid grid-cols-[auto_1fr] gap-x-3">
          <input
            type="radio"
            name={id}
            className="mt-1 size-4 accent-accent"
            checked={isForAll === value}
            onChange={() => onChange(value)}
          />
          {value ? t`All monitors` : t`Only these monitors`}
        </label>
      ))}
    </fieldset>
  )
}
