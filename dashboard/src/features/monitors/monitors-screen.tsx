import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { countOf } from '../../format.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { buttonClass, Empty, Loaded, PageHeader, Pagination } from '../../ui/index.ts'
import { MonitorFilters } from './monitor-filters.tsx'
import { MonitorList } from './monitor-list.tsx'
import { monitorListQuery } from './queries.ts'

const route = getRouteApi('/app/monitors')

export function MonitorsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { status: state, page, ...others } = search
  const monitors = useQuery(monitorListQuery({ ...others, state, page, sort: 'status', pageSize: 50 }))
  const isFiltered = [state, ...Object.values(others)].some((value) => value !== undefined)
  useShortcuts('Monitors', [{ keys: 'n', label: 'Add monitor', run: () => void navigate({ to: '/monitors/new' }) }])
  return (
    <>
      <PageHeader
        title="Monitors"
        actions={
          <Link to="/monitors/new" className={buttonClass('primary')}>
            Add monitor
          </Link>
        }
      />
      <MonitorFilters />
      <Loaded query={monitors} rows={6} label="Loading monitors">
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoMonitors isFiltered={isFiltered} search={search.search} />
          ) : (
            <>
              <p role="status" className="sr-only">
                {countOf(meta.total, 'monitor')}
              </p>
              <MonitorList monitors={data} />
              <Pagination
                meta={meta}
                noun="monitors"
                onPage={(next) => void navigate({ to: '.', search: (old) => ({ ...old, page: next }) })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function NoMonitors({ isFiltered, search }: { isFiltered: boolean; search: string | undefined }) {
  if (isFiltered) {
    return (
      <Empty title={search === undefined ? 'No monitors match these filters.' : `No results for “${search}”.`}>
        <Link to="/monitors" className="link">
          Show all monitors
        </Link>
      </Empty>
    )
  }
  return (
    <Empty title="No monitors yet.">
      <p className="text-soft">A monitor checks a URL or host at an interval and alerts you when it goes down.</p>
      <Link to="/monitors/new" className={buttonClass('primary')}>
        Add monitor
      </Link>
    </Empty>
  )
}
