import { t } from '@lingui/core/macro'
import type { Incident } from '@sitewatch/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, sessionQuery } from '../../api.ts'
import { Button, Dialog, Field, Form, Submit, TextArea, toast } from '../../ui/index.ts'

type Acknowledgeable = Pick<Incident, 'id' | 'status' | 'monitor_name' | 'acknowledged_by'>

/** The button of an open incident; of one that is acknowledged, who did it. Nothing once it is resolved. */
export function Acknowledge({ incident, kind = 'plain' }: { incident: Acknowledgeable; kind?: 'plain' | 'primary' }) {
  const [isOpen, setOpen] = useState(false)
  if (incident.status === 'resolved') return null
  if (incident.status === 'acknowledged') {
    const { acknowledged_by: by } = incident
    return <span className="wrap-anywhere text-soft">{by === null ? t`Acknowledged` : t`Acknowledged by ${by}`}</span>
  }
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {t`Acknowledge`}
      </Button>
      {isOpen && <AcknowledgeDialog incident={incident} onClose={() => setOpen(false)} />}
    </>
  )
}

function AcknowledgeDialog({ incident, onClose }: { incident: Acknowledgeable; onClose: () => void }) {
  const client = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  return (
    <Dialog title={t`Acknowledge ${incident.monitor_name}`} onClose={onClose}>
      <Form
        label={t`Acknowledge incident`}
        submit={async (values) => {
          await api.incidents.acknowledge(incident.id, {
            by: values.optionalText('by'),
            note: values.optionalText('note'),
          })
          onClose()
          toast(t`Acknowledged. Reminders stop.`)
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
