import { t } from '@lingui/core/macro'
import type { NotificationPreferences } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, Field, Form, type FormValues, Loaded, pickChanged, Submit, toast } from '../../ui/index.ts'
import { ChangedByEditors } from '../../parts/teams/for-editors.tsx'
import { preferencesQuery } from '../../data/notifications/queries.ts'

export function Preferences() {
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded query={preferences} rows={2}>
      {(data) => (
        <ChangedByEditors>
          <PreferencesForm stored={data} />
        </ChangedByEditors>
      )}
    </Loaded>
  )
}

function PreferencesForm({ stored }: { stored: NotificationPreferences }) {
  const client = useQueryClient()
  // The values that the form shows, even if somebody else saves others in the meantime.
  const [shown, setShown] = useState(stored)
  async function save(values: FormValues): Promise<void> {
    const fields = {
      reminder_minutes: values.optionalNumber('reminder_minutes') ?? null,
      sms_per_day: values.optionalNumber('sms_per_day'),
    }
    setShown(await api.account.updateNotifications(pickChanged(shown, fields)))
    await client.invalidateQueries({ queryKey: ['account', 'notifications'] })
    toast(t`Saved`)
  }
  return (
    <Form label={t`Reminders and limits`} className="grid max-w-xl gap-5" submit={save}>
      <Field
        name="reminder_minutes"
        label={t`Reminder interval (minutes)`}
        optional
        hint={t`Leave empty for no reminders. Reminders stop when the incident is acknowledged.`}
        inputMode="numeric"
        defaultValue={shown.reminder_minutes ?? ''}
        figures
      />
      <Field
        name="sms_per_day"
        label={t`Daily SMS limit`}
        inputMode="numeric"
        defaultValue={shown.sms_per_day}
        figures
      />
      <div className="flex flex-wrap gap-3">
        <Submit>{t`Save changes`}</Submit>
        <Button type="reset" kind="quiet">
          {t`Cancel`}
        </Button>
      </div>
    </Form>
  )
}
