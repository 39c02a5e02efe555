import type { MaintenanceWindow } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import {
  Button,
  type Column,
  ConfirmDialog,
  Dialog,
  Empty,
  Loaded,
  PageHeader,
  Pagination,
  Table,
  Time,
  toast,
} from '../../ui/index.ts'
import { MaintenanceForm } from './maintenance-form.tsx'

const route = getRouteApi('/app/maintenance')
const REPEATS: Record<MaintenanceWindow['repeat'], string> = { none: 'once', daily: 'every day', weekly: 'every week' }

type Open =
  | { kind: 'new' }
  | { kind: 'edit'; window: MaintenanceWindow }
  | { kind: 'delete'; window: MaintenanceWindow }

const listColumns = (open: (what: Open) => void): readonly Column<MaintenanceWindow>[] => [
  {
    head: 'Name',
    cell: ({ name, is_under_way }) => (
      <span className="wrap-anywhere">
        {name}
        {is_under_way && <strong className="font-medium"> · in progress</strong>}
      </span>
    ),
  },
  { head: 'From', cell: ({ starts_at }) => <Time at={starts_at} as="minute" /> },
  { head: 'To', cell: ({ ends_at }) => <Time at={ends_at} as="minute" /> },
  {
    head: 'Repeats',
    cell: ({ repeat, timezone }) => (repeat === 'none' ? REPEATS.none : `${REPEATS[repeat]} (${timezone})`),
  },
  {
    head: 'Monitors',
    figures: true,
    cell: ({ all_monitors, monitor_ids }) =>
      all_monitors ? <span className="font-sans">All</span> : monitor_ids.length,
  },
  {
    head: '',
    align: 'end',
    cell: (window) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        <Button onClick={() => open({ kind: 'edit', window })}>Edit</Button>
        <Button onClick={() => open({ kind: 'delete', window })}>Delete</Button>
      </span>
    ),
  },
]

export function MaintenanceScreen() {
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open>()
  const windows = useQuery({
    queryKey: ['maintenance', 'list', page],
    queryFn: ({ signal }) => api.maintenance.list({ page }, { signal }),
    placeholderData: (previous) => previous,
  })
  const columns = listColumns(setOpen)
  return (
    <>
      <PageHeader
        title="Maintenance"
        actions={
          <Button kind="primary" onClick={() => setOpen({ kind: 'new' })}>
            Schedule maintenance
          </Button>
        }
      >
        Checks continue, but no alerts are sent. If a monitor is still down when the window ends, you are alerted then.
      </PageHeader>
      <Loaded query={windows} rows={4} label="Loading maintenance windows">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title="No maintenance scheduled.">
              <p className="text-soft">Schedule a window before you work on a monitored system.</p>
            </Empty>
          ) : (
            <>
              <Table caption="Maintenance windows" columns={columns} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun="windows"
                onPage={(next) => void navigate({ to: '.', search: { page: next } })}
              />
            </>
          )
        }
      </Loaded>
      {open && <OpenDialog open={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  const client = useQueryClient()
  if (open.kind !== 'delete') {
    return (
      <Dialog title={open.kind === 'new' ? 'Schedule maintenance' : 'Edit maintenance'} onClose={onClose}>
        <MaintenanceForm stored={open.kind === 'edit' ? open.window : undefined} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={`Delete ${open.window.name}?`}
      action="Delete"
      onClose={onClose}
      confirm={async () => {
        await api.maintenance.remove(open.window.id)
        await client.invalidateQueries({ queryKey: ['maintenance'] })
        toast('Deleted')
      }}
    >
      <p>Failures from now on open incidents and send alerts.</p>
    </ConfirmDialog>
  )
}
