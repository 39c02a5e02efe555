import { t } from '@lingui/core/macro'
import type { Incident } from '@sitewatch/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { Button, Dialog, Field, Form, Submit, TextArea, toast } from '../../ui/index.ts'

export type Acknowledgeable = Pick<Incident, 'id' | 'status' | 'monitor_name' | 'website_domain' | 'acknowledged_by'>

export function AcknowledgeDialog({ incident, onClose }: { incident: Acknowledgeable; onClose: () => void }) {
  const client = useQueryClient()
  const name = incident.monitor_name ?? incident.website_domain ?? ''
  const { data: session } = useSuspenseQuery(sessionQuery)
  return (
    <Dialog title={t`Acknowledge ${name}`} onClose={onClose}>
      <Form
        label={t`Acknowledge incident`}
        submit={async (values) => {
          await api.incidents.acknowledge(incident.id, {
            by: values.optionalText('by'),
            note: values.optionalText('note'),
          })
          onClose()
          toast(t`Acknowledged. Reminders and escalation stop.`)
          await Promise.all(
            ['overview', 'incidents', 'monitors'].map((key) => client.invalidateQueries({ queryKey: [key] })),
          )
        }}
      >
        <TextArea
          name="note"
          label={t`Note`}
          optional
          rows={3}
          maxLength={500}
          hint={t`What you are doing about it. Shown with the incident.`}
        />
        <Field name="by" label={t`Your name`} defaultValue={session.user.email} maxLength={100} autoComplete="name" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Acknowledge`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}
