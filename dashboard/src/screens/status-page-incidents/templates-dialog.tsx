import { t } from '@lingui/core/macro'
import type { StatusPageTemplate } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import {
  Button,
  ConfirmDialog,
  Dialog,
  Field,
  Form,
  type FormValues,
  Loaded,
  Select,
  Submit,
  toast,
} from '../../ui/index.ts'
import { MessageField } from './message-field.tsx'
import { templatesQuery } from '../../data/status-page-incidents/queries.ts'
import { type Impact, impactChoices, type Kind, type Status, statusChoices } from './words.ts'

/** The templates of the team: the list, or the form of one template. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState<StatusPageTemplate | 'new'>()
  const title = open === undefined ? t`Templates` : open === 'new' ? t`New template` : t`Edit template`
  return (
    <Dialog title={title} onClose={onClose} width_px={560}>
      {open === undefined ? (
        <TemplateList onOpen={setOpen} />
      ) : (
        <TemplateForm stored={open === 'new' ? undefined : open} onDone={() => setOpen(undefined)} />
      )}
    </Dialog>
  )
}

function TemplateList({ onOpen }: { onOpen: (open: StatusPageTemplate | 'new') => void }) {
  const client = useQueryClient()
  const templates = useQuery(templatesQuery)
  const [deleted, setDeleted] = useState<StatusPageTemplate>()
  async function remove({ id }: StatusPageTemplate): Promise<void> {
    await api.statusPageTemplates.remove(id)
    await client.invalidateQueries({ queryKey: templatesQuery.queryKey })
    toast(t`Template deleted`)
  }
  return (
    <>
      <p className="text-soft">{t`Texts to start from, for all status pages of the team.`}</p>
      <Loaded query={templates} rows={2} label={t`Loading templates`}>
        {({ data }) => (
          <ul className="grid gap-3">
            {data.map((template) => (
              <li key={template.id} className="flex flex-wrap items-baseline justify-between gap-2">
                <span className="min-w-0 wrap-anywhere">{template.name}</span>
                <span className="flex gap-2">
                  <Button aria-label={t`Edit ${template.name}`} onClick={() => onOpen(template)}>{t`Edit`}</Button>
                  <Button aria-label={t`Delete ${template.name}`} onClick={() => setDeleted(template)}>
                    {t`Delete`}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div className="flex justify-end">
        <Button kind="primary" onClick={() => onOpen('new')}>{t`Add template`}</Button>
      </div>
      {deleted && (
        <ConfirmDialog
          title={t`Delete ${deleted.name}?`}
          action={t`Delete template`}
          onClose={() => setDeleted(undefined)}
          confirm={() => remove(deleted)}
        >
          <p>{t`The template is removed from all status pages of the team. Published incidents do not change.`}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const readTemplate = (values: FormValues) => ({
  name: values.text('name'),
  kind: values.text('kind') as Kind,
  title: values.text('title'),
  impact: values.text('impact') as Impact,
  status: values.text('status') as Status,
  body: values.text('body'),
})

function TemplateForm({ stored, onDone }: { stored: StatusPageTemplate | undefined; onDone: () => void }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>(stored?.kind ?? 'incident')
  async function save(values: FormValues): Promise<void> {
    const fields = readTemplate(values)
    if (stored) await api.statusPageTemplates.update(stored.id, fields)
    else await api.statusPageTemplates.create(fields)
    await client.invalidateQueries({ queryKey: templatesQuery.queryKey })
    toast(t`Template saved`)
    onDone()
  }
  return (
    <Form label={t`Template`} submit={save}>
      <Field name="name" label={t`Name`} defaultValue={stored?.name ?? ''} autoComplete="off" />
      <Select
        name="kind"
        label={t`Type`}
        defaultValue={kind}
        choices={[
          { value: 'incident', label: t`Incident` },
          { value: 'maintenance', label: t`Maintenance` },
        ]}
        onChange={(event) => setKind(event.currentTarget.value as Kind)}
      />
      <Field name="title" label={t`Title`} defaultValue={stored?.title ?? ''} autoComplete="off" />
      <Select name="impact" label={t`Impact`} defaultValue={stored?.impact ?? 'minor'} choices={impactChoices()} />
      <Select
        key={kind}
        name="status"
        label={t`Status`}
        defaultValue={stored?.kind === kind ? stored.status : statusChoices(kind)[0]?.value}
        choices={statusChoices(kind)}
      />
      <MessageField text={stored?.body ?? ''} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>{t`Cancel`}</Button>
        <Submit>{t`Save template`}</Submit>
      </div>
    </Form>
  )
}
