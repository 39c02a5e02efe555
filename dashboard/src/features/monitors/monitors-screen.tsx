import type { Monitor } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { formatMs, formatUptime } from '../../format.ts'
import {
  buttonClass,
  type Column,
  Empty,
  Field,
  Form,
  Loaded,
  PageHeader,
  Pagination,
  Select,
  Submit,
  Table,
  Time,
} from '../../ui/index.ts'
import { AlertsNobodyMark } from './alerts-nobody.tsx'
import { describeTarget, MonitorStatus } from './monitor-status.tsx'
import { MONITOR_TYPES } from './monitor-types.gen.ts'
import { monitorListQuery } from './queries.ts'

const route = getRouteApi('/app/monitors')

const COLUMNS: readonly Column<Monitor>[] = [
  {
    head: 'Monitor',
    cell: (monitor) => (
      <div className="min-w-0">
        <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor.id) }} className="link wrap-anywhere">
          {monitor.friendly_name}
        </Link>
        <div className="figures text-sm wrap-anywhere text-soft">{describeTarget(monitor)}</div>
        {monitor.alerts_nobody && <AlertsNobodyMark />}
      </div>
    ),
  },
  { head: 'Status', cell: (monitor) => <MonitorStatus monitor={monitor} /> },
  { head: 'Response', figures: true, cell: ({ last_response_ms }) => formatMs(last_response_ms) },
  { head: '24 h', figures: true, cell: ({ uptime }) => formatUptime(uptime['24h']) },
  { head: '30 d', figures: true, cell: ({ uptime }) => formatUptime(uptime['30d']) },
  { head: 'Checked', cell: ({ last_checked_at }) => <Time at={last_checked_at} /> },
]

export function MonitorsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const monitors = useQuery(monitorListQuery({ ...search, pageSize: 50 }))
  const isFiltered =
    search.status !== undefined ||
    search.type !== undefined ||
    search.search !== undefined ||
    search.alerts_nobody === true
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
      <SearchForm key={JSON.stringify(search)} />
      <Loaded query={monitors} rows={6} label="Loading monitors">
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoMonitors isFiltered={isFiltered} />
          ) : (
            <>
              <Table caption="Monitors" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun="monitors"
                onPage={(page) => void navigate({ to: '.', search: (old) => ({ ...old, page }) })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function SearchForm() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Form
      label="Search monitors"
      className="mb-6 flex flex-wrap items-end gap-3 max-sm:*:first:w-full"
      submit={async (values) => {
        await navigate({
          to: '.',
          search: {
            search: values.optionalText('search'),
            status: values.optionalText('status') as 'up' | 'down' | undefined,
            type: values.optionalText('type') as Monitor['type'] | undefined,
            alerts_nobody: values.text('alerts_nobody') === '1' || undefined,
          },
        })
      }}
    >
      <Field name="search" label="Name or URL" type="search" defaultValue={search.search ?? ''} />
      <Select
        name="status"
        label="Status"
        defaultValue={search.status ?? ''}
        choices={[
          { value: '', label: 'Any' },
          { value: 'up', label: 'Up' },
          { value: 'down', label: 'Down' },
        ]}
      />
      <Select
        name="type"
        label="Type"
        defaultValue={search.type ?? ''}
        choices={[{ value: '', label: 'Any' }, ...MONITOR_TYPES.map(({ type, label }) => ({ value: type, label }))]}
      />
      <Select
        name="alerts_nobody"
        label="Alerts"
        defaultValue={search.alerts_nobody ? '1' : ''}
        choices={[
          { value: '', label: 'Any' },
          { value: '1', label: 'Alerts nobody' },
        ]}
      />
      <Submit kind="plain">Find</Submit>
    </Form>
  )
}

function NoMonitors({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No results.">
        <Link to="/monitors" className="link">
          Show all
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
