import type { MaintenanceWindow } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api.ts'
import { Button, Field, Form, type FormValues, pickChanged, Picker, Select, Submit, toast } from '../../ui/index.ts'
import { monitorChoices } from '../monitors/monitor-choices.ts'
import { readLocal, writeLocal } from './local-time.ts'

interface MaintenanceFormProps {
  stored: MaintenanceWindow | undefined
  onClose: () => void
}

const HOUR_MS = 3_600_000

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

/** As the form shows it: times to the minute. */
const showWindow = (stored: MaintenanceWindow) => ({
  ...stored,
  starts_at: readLocal(writeLocal(new Date(stored.starts_at))),
  ends_at: readLocal(writeLocal(new Date(stored.ends_at))),
  monitor_ids: stored.monitor_ids.toSorted(compareNumbers),
})

function findChanges(stored: MaintenanceWindow, fields: ReturnType<typeof readWindow>) {
  const changed = pickChanged(showWindow(stored), fields)
  const { all_monitors, monitor_ids } = fields
  // Together or not at all: alone, an empty list means all.
  const isAboutMonitors = 'monitor_ids' in changed || 'all_monitors' in changed
  return isAboutMonitors ? { ...changed, all_monitors, monitor_ids } : changed
}

export function MaintenanceForm({ stored, onClose }: MaintenanceFormProps) {
  const client = useQueryClient()
  const [opened] = useState(() => Date.now())
  const [isForAll, setForAll] = useState(stored?.all_monitors ?? true)
  async function save(values: FormValues): Promise<void> {
    const fields = readWindow(values, isForAll)
    if (stored) await api.maintenance.update(stored.id, findChanges(stored, fields))
    else {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      await api.maintenance.create({ ...fields, timezone: timeZone })
    }
    await client.invalidateQueries({ queryKey: ['maintenance'] })
    toast(stored ? 'Maintenance saved' : 'Maintenance scheduled')
    onClose()
  }
  return (
    <Form label="Maintenance window" submit={save}>
      <Field name="name" label="Name" defaultValue={stored?.name ?? ''} placeholder="Database upgrade" autoFocus />
      <TimeField name="starts_at" label="From" at={stored?.starts_at ?? opened} />
      <TimeField name="ends_at" label="To" at={stored?.ends_at ?? opened + HOUR_MS} />
      <Select
        name="repeat"
        label="Repeats"
        defaultValue={stored?.repeat ?? 'none'}
        choices={[
          { value: 'none', label: 'Once' },
          { value: 'daily', label: 'Daily' },
          { value: 'weekly', label: 'Weekly' },
        ]}
      />
      <Coverage isForAll={isForAll} onChange={setForAll} />
      {!isForAll && (
        <Picker
          name="monitor_ids"
          legend="Monitors"
          noun="monitors"
          source={monitorChoices}
          initial={stored?.monitor_ids.map(String) ?? []}
          empty="No monitors yet."
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Submit>{stored ? 'Save changes' : 'Schedule maintenance'}</Submit>
      </div>
    </Form>
  )
}

function TimeField({ name, label, at }: { name: string; label: string; at: string | number }) {
  return <Field name={name} label={label} type="datetime-local" defaultValue={writeLocal(new Date(at))} figures />
}

/** Chosen, never read from an empty list: all of them are muted then. */
function Coverage({ isForAll, onChange }: { isForAll: boolean; onChange: (isForAll: boolean) => void }) {
  const id = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">Applies to</legend>
      {[true, false].map((value) => (
        <label key={String(value)} className="grid grid-cols-[auto_1fr] gap-x-3">
          <input
            type="radio"
            name={id}
            className="mt-1 size-4 accent-accent"
            checked={isForAll === value}
            onChange={() => onChange(value)}
          />
          {value ? 'All monitors' : 'Only these monitors'}
        </label>
      ))}
    </fieldset>
  )
}
