import { t } from '@lingui/core/macro'
import type { StatusPage, StatusPageIncident, StatusPageUpdate } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass, Loaded, PageHeader, Section, Time } from '../../ui/index.ts'
import { statusPageQuery } from '../../data/status-pages/queries.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { NewPageIncident } from './new-page-incident.tsx'
import { type OpenDialog, PageIncidentDialog } from './page-incident-dialog.tsx'
import { pageIncidentQuery } from '../../data/status-page-incidents/queries.ts'
import { UpdateForm } from './update-form.tsx'
import { IMPACT_NAMES, STATE_NAMES, STATUS_NAMES } from './words.ts'

export { loadPageIncident } from '../../data/status-page-incidents/queries.ts'

const route = getRouteApi('/app/status-pages/$pageId/incidents/$pageIncidentId')

export function PageIncidentScreen() {
  const { pageId, pageIncidentId } = route.useParams()
  const { maintenance, incident } = route.useSearch()
  const page_id = Number(pageId)
  if (pageIncidentId === 'new')
    return <NewPageIncident page_id={page_id} kind={maintenance ? 'maintenance' : 'incident'} incident_id={incident} />
  return <StoredIncident key={pageIncidentId} page_id={page_id} id={Number(pageIncidentId)} />
}

function StoredIncident({ page_id, id }: { page_id: number; id: number }) {
  const page = useQuery(statusPageQuery(page_id))
  const incident = useQuery(pageIncidentQuery(page_id, id))
  return (
    <Loaded query={page} rows={8} label={t`Loading status page`}>
      {(loadedPage) => (
        <Loaded query={incident} rows={8} label={t`Loading incident`}>
          {(data) => <IncidentParts page={loadedPage} incident={data} />}
        </Loaded>
      )}
    </Loaded>
  )
}

function IncidentParts({ page, incident }: { page: StatusPage; incident: StatusPageIncident }) {
  const [open, setOpen] = useState<OpenDialog>()
  const [posts, setPosts] = useState(0)
  return (
    <>
      <PageHeader
        title={incident.title}
        actions={<Actions incident={incident} onOpen={setOpen} isPublic={page.is_public} />}
      >
        <Facts page={page} incident={incident} />
      </PageHeader>
      <ForEditors>
        <Section title={t`Post update`}>
          <UpdateForm key={posts} page={page} incident={incident} onPosted={() => setPosts(posts + 1)} />
        </Section>
      </ForEditors>
      <Section title={t`Updates`}>
        <ol className="grid gap-6">
          {incident.updates.map((update) => (
            <Update key={update.id} update={update} isLast={incident.updates.length === 1} onOpen={setOpen} />
          ))}
        </ol>
      </Section>
      {open && <PageIncidentDialog page={page} incident={incident} open={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Facts({ page, incident }: { page: StatusPage; incident: StatusPageIncident }) {
  const { kind, status, impact, is_published, scheduled_for, scheduled_until, incident_id } = incident
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-1">
      <Link to="/status-pages/$pageId/incidents" params={{ pageId: String(page.id) }} className="link wrap-anywhere">
        ← {page.name}
      </Link>
      <span>
        {t(STATUS_NAMES[status])}
        {kind === 'incident' && ` · ${t(IMPACT_NAMES[impact])}`}
        {!is_published && <strong className="font-medium text-ink"> · {t`Draft`}</strong>}
      </span>
      {scheduled_for !== null && scheduled_until !== null && (
        <span>
          <Time at={scheduled_for} as="minute" /> – <Time at={scheduled_until} as="minute" />
        </span>
      )}
      {incident_id !== null && (
        <Link to="/incidents/$incidentId" params={{ incidentId: String(incident_id) }} className="link">
          {t`Incident of the monitor`}
        </Link>
      )}
    </span>
  )
}

interface ActionsProps {
  incident: StatusPageIncident
  isPublic: boolean
  onOpen: (open: OpenDialog) => void
}

function Actions({ incident, isPublic, onOpen }: ActionsProps) {
  return (
    <>
      {incident.is_published && isPublic && (
        <a href={incident.url} className={buttonClass()}>
          {t`Open page`}
        </a>
      )}
      <ForEditors>
        <Button onClick={() => onOpen({ kind: 'delete' })}>{t`Delete`}</Button>
        <Button onClick={() => onOpen({ kind: 'edit' })}>{t`Edit`}</Button>
        {!incident.is_published && (
          <Button kind="primary" onClick={() => onOpen({ kind: 'publish' })}>{t`Publish`}</Button>
        )}
      </ForEditors>
    </>
  )
}

interface UpdateProps {
  update: StatusPageUpdate
  isLast: boolean
  onOpen: (open: OpenDialog) => void
}

function Update({ update, isLast, onOpen }: UpdateProps) {
  return (
    <li className="grid gap-2 border-s border-line-strong ps-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p>
          <strong className="font-medium">{t(STATUS_NAMES[update.status])}</strong>{' '}
          <span className="text-soft">
            · <Time at={update.posted_at} as="minute" />
          </span>
        </p>
        <ForEditors>
          <span className="flex gap-2">
            <Button onClick={() => onOpen({ kind: 'edit-update', update })}>{t`Edit`}</Button>
            {!isLast && <Button onClick={() => onOpen({ kind: 'delete-update', update })}>{t`Delete`}</Button>}
          </span>
        </ForEditors>
      </div>
      <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
        {update.body}
      </p>
      {update.components.length > 0 && (
        <p className="text-sm text-soft wrap-anywhere">
          {update.components.map(({ name, state }) => `${name}: ${t(STATE_NAMES[state])}`).join(' · ')}
        </p>
      )}
    </li>
  )
}
