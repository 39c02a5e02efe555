import { t } from '@lingui/core/macro'
import type { StatusPage, StatusPageIncident, StatusPageUpdate } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { Button, Checkbox, Field, Form, type FormValues, Select, Submit, toast } from '../../ui/index.ts'
import { readLocal, writeLocal } from '../../platform/local-time.ts'
import { ComponentStates, readAffected } from './component-states.tsx'
import { MessageField } from './message-field.tsx'
import { isOver, nextStatus, type Status, statusChoices } from './words.ts'

interface IncidentProps {
  page: StatusPage
  incident: StatusPageIncident
}

interface UpdateFormProps extends IncidentProps {
  /** Resets the form for the next update. */
  onPosted: () => void
}

/** A new update. Starts with the next status and the current states of the components. */
export function UpdateForm({ page, incident, onPosted }: UpdateFormProps) {
  const client = useQueryClient()
  async function save(values: FormValues): Promise<void> {
    const status = values.text('status') as Status
    // At the end of an incident, all components become operational. Other states can be set only through the API.
    const components = isOver(status) ? {} : { components: readAffected(values) }
    await api.statusPageUpdates.create(incident.status_page_id, incident.id, {
      status,
      body: values.text('body'),
      notify_subscribers: values.checked('notify_subscribers'),
      ...components,
    })
    await client.invalidateQueries({ queryKey: ['status-pages'] })
    onPosted()
    toast(t`Update posted`)
  }
  return (
    <Form label={t`Post update`} submit={save} className="grid max-w-xl gap-5">
      <Select
        name="status"
        label={t`Status`}
        defaultValue={nextStatus(incident.kind, incident.status)}
        choices={statusChoices(incident.kind)}
        hint={t`Resolved and completed set all components back to operational.`}
      />
      <MessageField />
      <ComponentStates page={page} stored={incident.updates[0]?.components ?? []} />
      <Checkbox name="notify_subscribers" label={t`Notify subscribers`} defaultChecked />
      <div>
        <Submit>{t`Post update`}</Submit>
      </div>
    </Form>
  )
}

interface EditUpdateProps extends IncidentProps {
  update: StatusPageUpdate
  onClose: () => void
}

export function EditUpdate({ page, incident, update, onClose }: EditUpdateProps) {
  const client = useQueryClient()
  const shown_at = writeLocal(new Date(update.posted_at))
  async function save(values: FormValues): Promise<void> {
    const posted_at = values.text('posted_at')
    await api.statusPageUpdates.update(incident.status_page_id, incident.id, update.id, {
      status: values.text('status') as Status,
      body: values.text('body'),
      components: readAffected(values),
      // The field has no seconds: if it is unchanged, the stored time keeps its seconds.
      ...(posted_at !== shown_at && { posted_at: readLocal(posted_at) }),
    })
    await client.invalidateQueries({ queryKey: ['status-pages'] })
    toast(t`Saved`)
    onClose()
  }
  return (
    <Form label={t`Edit update`} submit={save}>
      <Select name="status" label={t`Status`} defaultValue={update.status} choices={statusChoices(incident.kind)} />
      <MessageField text={update.body} />
      <Field name="posted_at" label={t`Posted`} type="datetime-local" defaultValue={shown_at} figures />
      <ComponentStates page={page} stored={update.components} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Submit>{t`Save changes`}</Submit>
      </div>
    </Form>
  )
}
