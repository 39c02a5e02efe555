import { t } from '@lingui/core/macro'
import type { StatusPage, StatusPageIncident, StatusPageUpdate } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../platform/api.ts'
import {
  Button,
  Checkbox,
  ConfirmDialog,
  Dialog,
  Field,
  Form,
  type FormValues,
  Select,
  Submit,
  toast,
} from '../../ui/index.ts'
import { readLocal } from '../../platform/local-time.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { EditUpdate } from './update-form.tsx'
import { type Impact, impactChoices } from './words.ts'

export type OpenDialog =
  | { kind: 'edit' }
  | { kind: 'delete' }
  | { kind: 'publish' }
  | { kind: 'edit-update'; update: StatusPageUpdate }
  | { kind: 'delete-update'; update: StatusPageUpdate }

interface PageIncidentDialogProps {
  page: StatusPage
  incident: StatusPageIncident
  open: OpenDialog
  onClose: () => void
}

export function PageIncidentDialog({ page, incident, open, onClose }: PageIncidentDialogProps) {
  if (open.kind === 'delete') return <DeleteIncident incident={incident} onClose={onClose} />
  if (open.kind === 'publish') return <PublishDraft incident={incident} onClose={onClose} />
  if (open.kind === 'delete-update') return <DeleteUpdate incident={incident} update={open.update} onClose={onClose} />
  if (open.kind === 'edit')
    return (
      <Dialog title={t`Edit incident`} onClose={onClose}>
        <EditIncident incident={incident} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={t`Edit update`} onClose={onClose} width_px={560}>
      <EditUpdate page={page} incident={incident} update={open.update} onClose={onClose} />
    </Dialog>
  )
}

function EditIncident({ incident, onClose }: { incident: StatusPageIncident; onClose: () => void }) {
  const client = useQueryClient()
  const isMaintenance = incident.kind === 'maintenance'
  async function save(values: FormValues): Promise<void> {
    await api.statusPageIncidents.update(incident.status_page_id, incident.id, {
      title: values.text('title'),
      impact: values.text('impact') as Impact,
      ...(isMaintenance && {
        scheduled_for: readLocal(values.text('scheduled_for')),
        scheduled_until: readLocal(values.text('scheduled_until')),
        maintenance_window_id: values.optionalNumber('maintenance_window_id') ?? null,
      }),
    })
    await client.invalidateQueries({ queryKey: ['status-pages'] })
    toast(t`Saved`)
    onClose()
  }
  return (
    <Form label={t`Edit incident`} submit={save}>
      <Field name="title" label={t`Title`} defaultValue={incident.title} autoComplete="off" />
      <Select name="impact" label={t`Impact`} defaultValue={incident.impact} choices={impactChoices()} />
      {isMaintenance && <ScheduleFields stored={incident} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Submit>{t`Save changes`}</Submit>
      </div>
    </Form>
  )
}

function PublishDraft({ incident, onClose }: { incident: StatusPageIncident; onClose: () => void }) {
  const client = useQueryClient()
  const { status_page_id, id, title } = incident
  async function publish(values: FormValues): Promise<void> {
    const notify_subscribers = values.checked('notify_subscribers')
    await api.statusPageIncidents.update(status_page_id, id, { is_published: true, notify_subscribers })
    await client.invalidateQueries({ queryKey: ['status-pages'] })
    toast(t`Published`)
    onClose()
  }
  return (
    <Dialog title={t`Publish ${title}?`} onClose={onClose}>
      <Form label={t`Publish`} submit={publish}>
        <Checkbox name="notify_subscribers" label={t`Notify subscribers`} defaultChecked />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{t`Publish`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

function DeleteIncident({ incident, onClose }: { incident: StatusPageIncident; onClose: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { status_page_id, id, title } = incident
  return (
    <ConfirmDialog
      title={t`Delete ${title}?`}
      action={t`Delete incident`}
      onClose={onClose}
      confirm={async () => {
        await api.statusPageIncidents.remove(status_page_id, id)
        toast(t`Deleted`)
        await navigate({ to: '/status-pages/$pageId/incidents', params: { pageId: String(status_page_id) } })
        await client.invalidateQueries({ queryKey: ['status-pages'] })
      }}
    >
      <p>{t`It is removed from the page with all its updates. Links to it stop working.`}</p>
    </ConfirmDialog>
  )
}

interface DeleteUpdateProps {
  incident: StatusPageIncident
  update: StatusPageUpdate
  onClose: () => void
}

function DeleteUpdate({ incident, update, onClose }: DeleteUpdateProps) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t`Delete this update?`}
      action={t`Delete update`}
      onClose={onClose}
      confirm={async () => {
        await api.statusPageUpdates.remove(incident.status_page_id, incident.id, update.id)
        await client.invalidateQueries({ queryKey: ['status-pages'] })
        toast(t`Deleted`)
      }}
    >
      <p className="whitespace-pre-line">{update.body}</p>
    </ConfirmDialog>
  )
}
