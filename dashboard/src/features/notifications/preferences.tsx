import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Button, Field, Form, Loaded, pickChanged, Submit, toast } from '../../ui/index.ts'
import { ChangedByEditors } from '../teams/for-editors.tsx'
import { preferencesQuery } from './queries.ts'

export function Preferences() {
  const client = useQueryClient()
  const preferences = useQuery(preferencesQuery)
  return (
    <Loaded query={preferences} rows={2}>
      {({ reminder_minutes, sms_per_day }) => (
        <ChangedByEditors>
          <Form
            label={t`Reminders and limits`}
            className="grid max-w-xl gap-5"
            submit={async (values) => {
              const fields = {
                reminder_minutes: values.optionalNumber('reminder_minutes') ?? null,
                sms_per_day: values.optionalNumber('sms_per_day'),
              }
              await api.account.updateNotifications(pickChanged({ reminder_minutes, sms_per_day }, fields))
              await client.invalidateQueries({ queryKey: ['account', 'notifications'] })
              toast(t`Saved`)
            }}
          >
            <Field
              name="reminder_minutes"
              label={t`Reminder interval (minutes)`}
              optional
              hint={t`Leave empty for no reminders. Reminders stop when the incident is acknowledged.`}
              inputMode="numeric"
              defaultValue={reminder_minutes ?? ''}
              figures
            />
            <Field
              name="sms_per_day"
              label={t`Daily SMS limit`}
              inputMode="numeric"
              defaultValue={sms_per_day}
              figures
            />
            <div className="flex flex-wrap gap-3">
              <Submit>{t`Save changes`}</Submit>
              <Button type="reset" kind="quiet">
                {t`Cancel`}
              </Button>
            </div>
          </Form>
        </ChangedByEditors>
      )}
    </Loaded>
  )
}
