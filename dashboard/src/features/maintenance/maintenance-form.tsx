import type { MaintenanceWindow } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Checkbox, CheckboxGroup, Field, Form, type FormValues, Loaded, Select, Submit, toast } from '../../ui/index.ts'
import { readLocal, writeLocal } from './local-time.ts'

interface MaintenanceFormProps {
  stored: MaintenanceWindow | undefined
  onSaved: () => void
}

const HOUR_MS = 3_600_000

export function MaintenanceForm({ stored, onSaved }: MaintenanceFormProps) {
  const client = useQueryClient()
  const [opened] = useState(() => Date.now())
  const monitors = useQuery({
    queryKey: ['monitors', 'choices'],
    queryFn: ({ signal }) => api.monitors.list({ pageSize: 100 }, { signal }),
  })
  async function save(values: FormValues): Promise<void> {
    const fields = {
      name: values.text('name'),
      starts_at: readLocal(values.text('starts_at')),
      ends_at: readLocal(values.text('ends_at')),
      repeat: values.text('repeat') as MaintenanceWindow['repeat'],
      timezone: stored?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      monitor_ids: values.all('monitor_ids').map(Number),
    }
    if (stored) await api.maintenance.update(stored.id, fields)
    else await api.maintenance.create(fields)
    await client.invalidateQueries({ queryKey: ['maintenance'] })
    toast(stored ? 'Saved' : 'Announced')
    onSaved()
  }
  return (
    <Form label="Maintenance window" submit={save}>
      <Field
        name="name"
        label="What is done"
        defaultValue={stored?.name ?? ''}
        placeholder="Database upgrade"
        autoFocus
      />
      <Field
        name="starts_at"
        label="From"
        type="datetime-local"
        defaultValue={writeLocal(new Date(stored?.starts_at ?? opened))}
        figures
      />
      <Field
        name="ends_at"
        label="To"
        type="datetime-local"
        defaultValue={writeLocal(new Date(stored?.ends_at ?? opened + HOUR_MS))}
        figures
      />
      <Select
        name="repeat"
        label="Repeats"
        defaultValue={stored?.repeat ?? 'none'}
        choices={[
          { value: 'none', label: 'Once' },
          { value: 'daily', label: 'Every day at this time' },
          { value: 'weekly', label: 'Every week at this time' },
        ]}
      />
      <Loaded query={monitors} rows={2}>
        {({ data }) => (
          <CheckboxGroup name="monitor_ids" legend="Monitors (none chosen: all of them)">
            <div className="grid max-h-60 gap-2 overflow-y-auto">
              {data.length === 0 && <p className="text-soft">There is no monitor yet.</p>}
              {data.map(({ id, friendly_name }) => (
                <Checkbox
                  key={id}
                  name="monitor_ids"
                  value={String(id)}
                  label={friendly_name}
                  defaultChecked={stored?.monitor_ids.includes(id) ?? false}
                />
              ))}
            </div>
          </CheckboxGroup>
        )}
      </Loaded>
      <div>
        <Submit>{stored ? 'Save changes' : 'Announce'}</Submit>
      </div>
    </Form>
  )
}
