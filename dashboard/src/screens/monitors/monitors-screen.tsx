import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { buttonClass, Empty, Loaded, PageHeader, Pagination } from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { BulkActions, type Selection } from './bulk-actions.tsx'
import { MonitorFilters } from './monitor-filters.tsx'
import { MonitorList } from './monitor-list.tsx'
import { MONITOR_TYPES } from '../../data/monitors/monitor-types.gen.ts'
import { monitorListQuery, monitorQuery } from '../../data/monitors/queries.ts'

const route = getRouteApi('/app/monitors')

export function MonitorsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { t } = useLingui()
  const { status: state, page, ...rest } = search
  const otherFilters = { ...rest, type: MONITOR_TYPES.find(({ type }) => type === rest.type)?.type }
  const filters = { ...otherFilters, state, sort: 'status' } as const
  const monitors = useQuery(monitorListQuery({ ...filters, page, pageSize: 50 }))
  // Valid only for the current filters: with other filters, selected monitors could be hidden.
  const [selection, setSelection] = useState<{ filterKey: string; ids: Selection }>({ filterKey: '', ids: new Set() })
  const filterKey = JSON.stringify(filters)
  const selected: Selection = selection.filterKey === filterKey ? selection.ids : new Set()
  const select = (ids: Selection): void => setSelection({ filterKey, ids })
  const isFiltered = [state, ...Object.values(otherFilters)].some((value) => value !== undefined)
  return (
    <>
      <PageHeader
        title={t`Monitors`}
        actions={
          <ForEditors>
            <AddLinks />
          </ForEditors>
        }
      />
      {search.depends_on !== undefined && <DependencyNote id={search.depends_on} />}
      <MonitorFilters />
      <Loaded query={monitors} rows={6} label={t`Loading monitors`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <NoMonitors isFiltered={isFiltered} search={search.search} />
          ) : (
            <>
              <p role="status" className="sr-only">
                <Plural value={meta.total} one="# monitor" other="# monitors" />
              </p>
              <ForEditors>
                <BulkActions
                  shown={data.map(({ id }) => id)}
                  total={meta.total}
                  filters={filters}
                  selected={selected}
                  onSelect={select}
                />
              </ForEditors>
              <MonitorList monitors={data} selected={selected} onSelect={select} />
              <Pagination
                meta={meta}
                noun={t`monitors`}
                onPage={(next) => void navigate({ to: '.', search: (old) => ({ ...old, page: next }) })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function AddLinks() {
  const navigate = route.useNavigate()
  const { t } = useLingui()
  useShortcuts(t`Monitors`, [{ keys: 'n', label: t`Add monitor`, run: () => void navigate({ to: '/monitors/new' }) }])
  return (
    <>
      <Link to="/monitors/import" className={buttonClass()}>
        <Trans>Import monitors</Trans>
      </Link>
      <Link to="/monitors/new" className={buttonClass('primary')}>
        <Trans>Add monitor</Trans>
      </Link>
    </>
  )
}

/** Says that the list shows only the monitors that depend on one monitor. */
function DependencyNote({ id }: { id: number }) {
  const { data: parent } = useQuery(monitorQuery(id))
  if (!parent) return null
  return (
    <p className="mb-4">
      <Trans>
        Monitors that depend on{' '}
        <Link to="/monitors/$monitorId" params={{ monitorId: String(id) }} className="link">
          {parent.friendly_name}
        </Link>
        .{' '}
        <Link to="/monitors" className="link">
          Show all monitors
        </Link>
      </Trans>
    </p>
  )
}

function NoMonitors({ isFiltered, search }: { isFiltered: boolean; search: string | undefined }) {
  if (isFiltered) {
    return (
      <Empty
        title={
          search === undefined ? (
            <Trans>No monitors match these filters.</Trans>
          ) : (
            <Trans>No results for “{search}”.</Trans>
          )
        }
      >
        <Link to="/monitors" className="link">
          <Trans>Show all monitors</Trans>
        </Link>
      </Empty>
    )
  }
  return (
    <Empty title={<Trans>No monitors yet.</Trans>}>
      <p className="text-soft">
        <Trans>
          A monitor checks a URL or host at an interval and alerts you when it goes down. You can import those of Uptime
          Kuma and UptimeRobot.
        </Trans>
      </p>
      <ForEditors>
        <div className="flex flex-wrap gap-2">
          <Link to="/monitors/new" className={buttonClass('primary')}>
            <Trans>Add monitor</Trans>
          </Link>
          <Link to="/monitors/import" className={buttonClass()}>
            <Trans>Import monitors</Trans>
          </Link>
        </div>
      </ForEditors>
    </Empty>
  )
}
