import { t } from '@lingui/core/macro'
import type { Incident, StatusPage, StatusPageTemplate } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import {
  buttonClass,
  Checkbox,
  Field,
  Form,
  type FormValues,
  Loaded,
  PageHeader,
  Select,
  Submit,
  toast,
} from '../../ui/index.ts'
import { incidentQuery } from '../../data/incidents/queries.ts'
import { readLocal } from '../../platform/local-time.ts'
import { statusPageQuery } from '../../data/status-pages/queries.ts'
import { ComponentStates, readAffected } from './component-states.tsx'
import { MessageField } from './message-field.tsx'
import { templatesQuery } from '../../data/status-page-incidents/queries.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { type Impact, impactChoices, type Kind, type Status, statusChoices } from './words.ts'

interface NewPageIncidentProps {
  page_id: number
  kind: Kind
  /** The incident of a monitor to post about. */
  incident_id: number | undefined
}

export function NewPageIncident({ page_id, kind, incident_id }: NewPageIncidentProps) {
  const page = useQuery(statusPageQuery(page_id))
  const incident = useQuery({
    ...incidentQuery(incident_id ?? 0),
    enabled: incident_id !== undefined,
    refetchInterval: false,
  })
  const title = kind === 'incident' ? t`New incident` : t`New maintenance`
  return (
    <Loaded query={page} rows={8} label={t`Loading status page`}>
      {(data) => (
        <>
          <PageHeader title={title}>
            <Link to="/status-pages/$pageId/incidents" params={{ pageId: String(page_id) }} className="link">
              ← {data.name}
            </Link>
          </PageHeader>
          {incident_id === undefined ? (
            <NewForm page={data} kind={kind} about={undefined} />
          ) : (
            <Loaded query={incident} rows={8}>
              {(about) => <NewForm page={data} kind={kind} about={about} />}
            </Loaded>
          )}
        </>
      )}
    </Loaded>
  )
}

const readSchedule = (values: FormValues) => ({
  scheduled_for: readLocal(values.text('scheduled_for')),
  scheduled_until: readLocal(values.text('scheduled_until')),
  maintenance_window_id: values.optionalNumber('maintenance_window_id') ?? null,
})

const readIncident = (values: FormValues, kind: Kind) => ({
  kind,
  title: values.text('title'),
  impact: values.text('impact') as Impact,
  status: values.text('status') as Status,
  body: values.text('body'),
  components: readAffected(values),
  notify_subscribers: values.checked('notify_subscribers'),
  is_published: values.text('intent') !== 'draft',
  ...(kind === 'maintenance' && readSchedule(values)),
})

interface NewFormProps {
  page: StatusPage
  kind: Kind
  about: Incident | undefined
}

function NewForm({ page, kind, about }: NewFormProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [template, setTemplate] = useState<StatusPageTemplate>()
  const pageId = String(page.id)
  async function save(values: FormValues): Promise<void> {
    const fields = { ...readIncident(values, kind), ...(about && { incident_id: about.id }) }
    const created = await api.statusPageIncidents.create(page.id, fields)
    await client.invalidateQueries({ queryKey: ['status-pages'] })
    toast(created.is_published ? t`Published` : t`Draft saved`)
    await navigate({
      to: '/status-pages/$pageId/incidents/$pageIncidentId',
      params: { pageId, pageIncidentId: String(created.id) },
    })
  }
  return (
    <Form label={kind === 'incident' ? t`Incident` : t`Maintenance`} submit={save} className="grid max-w-xl gap-5">
      <TemplateChoice kind={kind} onChoose={setTemplate} />
      <TextFields key={template?.id ?? 0} kind={kind} template={template} about={about} />
      {kind === 'maintenance' && <ScheduleFields />}
      <ComponentStates page={page} stored={findAffected(page, about)} />
      <Checkbox name="notify_subscribers" label={t`Notify subscribers`} defaultChecked />
      <div className="flex flex-wrap gap-3">
        <Submit>{t`Publish`}</Submit>
        <Submit kind="plain" intent="draft">{t`Save draft`}</Submit>
        <Link to="/status-pages/$pageId/incidents" params={{ pageId }} className={buttonClass()}>
          {t`Cancel`}
        </Link>
      </div>
    </Form>
  )
}

/** The monitor of the incident, if the page shows it. */
function findAffected({ monitors }: StatusPage, about: Incident | undefined) {
  const shown = monitors.filter(({ monitor_id }) => monitor_id === about?.monitor_id)
  return shown.map(({ monitor_id }) => ({ monitor_id, website_id: null, state: 'major_outage' as const }))
}

interface TextFieldsProps {
  kind: Kind
  template: StatusPageTemplate | undefined
  about: Incident | undefined
}

function TextFields({ kind, template, about }: TextFieldsProps) {
  const isIncident = kind === 'incident'
  return (
    <>
      <Field
        name="title"
        label={t`Title`}
        defaultValue={template?.title ?? (about ? t`${about.monitor_name ?? about.website_domain ?? ''} is down` : '')}
        placeholder={isIncident ? t`Checkout is slow` : t`Database upgrade`}
        autoComplete="off"
      />
      {isIncident && (
        <Select
          name="impact"
          label={t`Impact`}
          defaultValue={template?.impact ?? (about ? 'major' : 'minor')}
          choices={impactChoices()}
          hint={t`Part of the overall status of the page.`}
        />
      )}
      {!isIncident && <input type="hidden" name="impact" value={template?.impact ?? 'none'} />}
      <Select
        name="status"
        label={t`Status`}
        defaultValue={template?.status ?? (isIncident ? 'investigating' : 'scheduled')}
        choices={statusChoices(kind)}
      />
      <MessageField text={template?.body ?? ''} />
    </>
  )
}

function TemplateChoice({
  kind,
  onChoose,
}: {
  kind: Kind
  onChoose: (template: StatusPageTemplate | undefined) => void
}) {
  const templates = useQuery(templatesQuery)
  const matching = (templates.data?.data ?? []).filter((template) => template.kind === kind)
  if (matching.length === 0) return null
  return (
    <Select
      name="template"
      label={t`Template`}
      choices={[
        { value: '', label: t`No template` },
        ...matching.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onChoose(matching.find(({ id }) => String(id) === event.currentTarget.value))}
    />
  )
}
