import { t } from '@lingui/core/macro'
import type { StatusPageIncident } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass, type Column, Empty, Loaded, PageHeader, Pagination, Table, Time } from '../../ui/index.ts'
import { statusPageQuery } from '../../data/status-pages/queries.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { PageTabs } from '../../parts/status-pages/page-tabs.tsx'
import { pageIncidentsQuery } from '../../data/status-page-incidents/queries.ts'
import { TemplatesDialog } from './templates-dialog.tsx'
import { IMPACT_NAMES, STATUS_NAMES } from './words.ts'

const route = getRouteApi('/app/status-pages/$pageId/incidents')

const listColumns = (pageId: string): readonly Column<StatusPageIncident>[] => [
  {
    head: t`Title`,
    cell: ({ id, title, is_published }) => (
      <span className="wrap-anywhere">
        <Link
          to="/status-pages/$pageId/incidents/$pageIncidentId"
          params={{ pageId, pageIncidentId: String(id) }}
          className="link"
        >
          {title}
        </Link>
        {!is_published && <strong className="font-medium"> · {t`Draft`}</strong>}
      </span>
    ),
  },
  { head: t`Type`, cell: ({ kind }) => (kind === 'incident' ? t`Incident` : t`Maintenance`) },
  { head: t`Status`, cell: ({ status }) => t(STATUS_NAMES[status]) },
  { head: t`Impact`, cell: ({ impact }) => t(IMPACT_NAMES[impact]) },
  {
    head: t`Last update`,
    cell: ({ updates, updated_at }) => <Time at={updates[0]?.posted_at ?? updated_at} as="minute" />,
  },
]

export function PageIncidentsScreen() {
  const { pageId } = route.useParams()
  const { page: pageNumber } = route.useSearch()
  const navigate = route.useNavigate()
  const [isManaging, setManaging] = useState(false)
  const page = useQuery(statusPageQuery(Number(pageId)))
  const incidents = useQuery(pageIncidentsQuery(Number(pageId), pageNumber))
  return (
    <Loaded query={page} rows={6} label={t`Loading status page`}>
      {(data) => (
        <>
          <PageHeader
            title={data.name}
            actions={
              <ForEditors>
                <Button onClick={() => setManaging(true)}>{t`Templates`}</Button>
                <NewLink pageId={pageId} kind="maintenance" />
                <NewLink pageId={pageId} kind="incident" />
              </ForEditors>
            }
          >
            {t`Incidents and maintenance that you write for the readers of the page.`}
          </PageHeader>
          <PageTabs pageId={pageId} />
          <Loaded query={incidents} rows={4} label={t`Loading incidents`}>
            {({ data: rows, meta }) =>
              meta.total === 0 ? (
                <Empty title={t`No incidents or maintenance yet.`}>
                  <p className="text-soft">
                    {t`Create an incident to tell visitors what is wrong and what you are doing about it.`}
                  </p>
                </Empty>
              ) : (
                <>
                  <Table caption={t`Incidents`} columns={listColumns(pageId)} rows={rows} rowKey={({ id }) => id} />
                  <Pagination
                    meta={meta}
                    noun={t`incidents`}
                    onPage={(next) => void navigate({ to: '.', search: { page: next } })}
                  />
                </>
              )
            }
          </Loaded>
          {isManaging && <TemplatesDialog onClose={() => setManaging(false)} />}
        </>
      )}
    </Loaded>
  )
}

function NewLink({ pageId, kind }: { pageId: string; kind: 'incident' | 'maintenance' }) {
  const isIncident = kind === 'incident'
  return (
    <Link
      to="/status-pages/$pageId/incidents/$pageIncidentId"
      params={{ pageId, pageIncidentId: 'new' }}
      search={isIncident ? {} : { maintenance: true }}
      className={buttonClass(isIncident ? 'primary' : 'plain')}
    >
      {isIncident ? t`Create incident` : t`Announce maintenance`}
    </Link>
  )
}
