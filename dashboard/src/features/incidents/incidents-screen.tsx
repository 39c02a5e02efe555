import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { Button, Empty, Loaded, PageHeader, Pagination } from '../../ui/index.ts'
import { IncidentTable } from './incident-table.tsx'
import { INCIDENT_STATUSES, type IncidentStatus } from './statuses.ts'

const route = getRouteApi('/app/incidents')

const NAMES: Record<IncidentStatus, string> = { open: 'Open', acknowledged: 'Acknowledged', resolved: 'Resolved' }

export function IncidentsScreen() {
  const { status, page } = route.useSearch()
  const navigate = route.useNavigate()
  const incidents = useQuery({
    queryKey: ['incidents', 'list', { status, page }],
    queryFn: ({ signal }) => api.incidents.list({ status, page }, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <>
      <PageHeader title="Incidents" />
      <div role="group" aria-label="Show" className="mb-4 flex flex-wrap gap-1">
        {([undefined, ...INCIDENT_STATUSES] as const).map((name) => (
          <Button
            key={name ?? 'all'}
            kind={name === status ? 'plain' : 'quiet'}
            aria-pressed={name === status}
            onClick={() => void navigate({ to: '.', search: { status: name } })}
          >
            {name === undefined ? 'All' : NAMES[name]}
          </Button>
        ))}
      </div>
      <Loaded query={incidents} rows={6} label="Loading incidents">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title={status === undefined ? 'No incidents yet.' : `No ${NAMES[status].toLowerCase()} incidents.`}>
              <p className="text-soft">
                An incident opens when a{' '}
                <Link to="/monitors" className="link">
                  monitor
                </Link>{' '}
                fails three checks in a row.
              </p>
            </Empty>
          ) : (
            <>
              <IncidentTable incidents={data} namesMonitor />
              <Pagination
                meta={meta}
                noun="incidents"
                onPage={(next) => void navigate({ to: '.', search: (old) => ({ ...old, page: next }) })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}
