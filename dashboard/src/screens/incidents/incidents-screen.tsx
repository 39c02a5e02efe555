import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Button, Empty, Loaded, PageHeader, Pagination, SearchField, Skeleton } from '../../ui/index.ts'
import { TagSelect } from '../../parts/tags/tag-select.tsx'
import { tagsQuery } from '../../data/tags/queries.ts'
import { IncidentTable } from '../../parts/incidents/incident-table.tsx'
import { INCIDENT_STATUSES, type IncidentSearch, type IncidentStatus } from './search.ts'
import { incidentListQuery } from '../../data/incidents/queries.ts'

const route = getRouteApi('/app/incidents')

const STATUS_NAMES: Record<IncidentStatus, MessageDescriptor> = {
  open: msg`Open`,
  acknowledged: msg`Acknowledged`,
  resolved: msg`Resolved`,
}

const EMPTY_TITLES: Record<IncidentStatus, MessageDescriptor> = {
  open: msg`No open incidents.`,
  acknowledged: msg`No acknowledged incidents.`,
  resolved: msg`No resolved incidents.`,
}

function describeEmpty({ status, tag, search }: IncidentSearch): string {
  if (tag !== undefined || search !== undefined) return t`No incidents match these filters.`
  return status === undefined ? t`No incidents yet.` : i18n._(EMPTY_TITLES[status])
}

function NoIncidents({ title }: { title: string }) {
  return (
    <Empty title={title}>
      <p className="text-soft">
        <Trans>
          An incident opens when a{' '}
          <Link to="/monitors" className="link">
            monitor
          </Link>{' '}
          is confirmed down, or when the traffic of a website drops.
        </Trans>
      </p>
    </Empty>
  )
}

/** Each choice takes effect at once and is part of the URL. */
function IncidentFilters() {
  const { status, tag, search } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: IncidentSearch, replace = false): void =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...changed, page: undefined }), resetScroll: false, replace })
  return (
    <div role="search" aria-label={t`Incidents`} className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-end gap-3 max-sm:*:first:w-full max-sm:*:not-first:flex-1 sm:*:first:w-72">
        <SearchField
          label={t`Monitor or website`}
          value={search ?? ''}
          onSearch={(text) => change({ search: text === '' ? undefined : text }, true)}
        />
        <TagSelect of="monitor_count" value={tag} onChoose={(next) => change({ tag: next })} />
      </div>
      <div role="group" aria-label={t`Status`} className="flex flex-wrap gap-1">
        {([undefined, ...INCIDENT_STATUSES] as const).map((name) => (
          <Button
            key={name ?? 'all'}
            kind={name === status ? 'plain' : 'quiet'}
            aria-pressed={name === status}
            onClick={() => change({ status: name })}
          >
            {name === undefined ? t`All` : i18n._(STATUS_NAMES[name])}
          </Button>
        ))}
      </div>
    </div>
  )
}

export function IncidentsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const incidents = useQuery(incidentListQuery(search))
  // The tag filter is above the list, so the list would shift when the tags arrive.
  if (useQuery(tagsQuery).isPending) return <Skeleton rows={8} label={t`Loading incidents`} />
  return (
    <>
      <PageHeader title={t`Incidents`} />
      <IncidentFilters />
      <Loaded query={incidents} rows={6} label={t`Loading incidents`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <NoIncidents title={describeEmpty(search)} />
          ) : (
            <>
              <IncidentTable incidents={data} namesMonitor />
              <Pagination
                meta={meta}
                noun={t`incidents`}
                onPage={(next) => void navigate({ to: '.', search: (old) => ({ ...old, page: next }) })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}
