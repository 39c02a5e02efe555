import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { MaintenanceWindow } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
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
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { MaintenanceForm } from './maintenance-form.tsx'
import { maintenanceQuery } from '../../data/maintenance/queries.ts'

const route = getRouteApi('/app/maintenance')
const REPEATS: Record<MaintenanceWindow['repeat'], MessageDescriptor> = {
  none: msg`once`,
  daily: msg`every day`,
  weekly: msg`every week`,
}

type DialogState =
  | { kind: 'new' }
  | { kind: 'edit'; window: MaintenanceWindow }
  | { kind: 'delete'; window: MaintenanceWindow }

const listColumns = (open: (dialog: DialogState) => void): readonly Column<MaintenanceWindow>[] => [
  {
    head: t`Name`,
    cell: ({ name, is_under_way }) => (
      <span className="wrap-anywhere">
        {name}
        {is_under_way && <strong className="font-medium"> · {t`in progress`}</strong>}
      </span>
    ),
  },
  { head: t`From`, cell: ({ starts_at }) => <Time at={starts_at} as="minute" /> },
  { head: t`To`, cell: ({ ends_at }) => <Time at={ends_at} as="minute" /> },
  {
    head: t`Repeats`,
    cell: ({ repeat, timezone }) =>
      repeat === 'none' ? i18n._(REPEATS.none) : `${i18n._(REPEATS[repeat])} (${timezone})`,
  },
  {
    head: t`Monitors`,
    figures: true,
    cell: ({ all_monitors, monitor_ids }) =>
      all_monitors ? <span className="font-sans">{t`All`}</span> : monitor_ids.length,
  },
  {
    head: '',
    align: 'end',
    cell: (window) => (
      <ForEditors>
        <span className="inline-flex flex-wrap justify-end gap-2">
          <Button onClick={() => open({ kind: 'edit', window })}>{t`Edit`}</Button>
          <Button onClick={() => open({ kind: 'delete', window })}>{t`Delete`}</Button>
        </span>
      </ForEditors>
    ),
  },
]

export function MaintenanceScreen() {
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<DialogState>()
  const windows = useQuery(maintenanceQuery(page))
  const columns = listColumns(setOpen)
  return (
    <>
      <PageHeader
        title={t`Maintenance`}
        actions={
          <ForEditors>
            <Button kind="primary" onClick={() => setOpen({ kind: 'new' })}>
              {t`Schedule maintenance`}
            </Button>
          </ForEditors>
        }
      >
        <Trans>
          Checks continue, but no alerts are sent. If a monitor is still down when the window ends, you are alerted
          then.
        </Trans>
      </PageHeader>
      <Loaded query={windows} rows={4} label={t`Loading maintenance windows`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <Empty title={t`No maintenance scheduled.`}>
              <p className="text-soft">{t`Schedule a window before you work on a monitored system.`}</p>
            </Empty>
          ) : (
            <>
              <Table caption={t`Maintenance windows`} columns={columns} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun={t`windows`}
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

function OpenDialog({ open, onClose }: { open: DialogState; onClose: () => void }) {
  const client = useQueryClient()
  if (open.kind !== 'delete') {
    return (
      <Dialog title={open.kind === 'new' ? t`Schedule maintenance` : t`Edit maintenance`} onClose={onClose}>
        <MaintenanceForm stored={open.kind === 'edit' ? open.window : undefined} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={t`Delete ${open.window.name}?`}
      action={t`Delete`}
      onClose={onClose}
      confirm={async () => {
        await api.maintenance.remove(open.window.id)
        await client.invalidateQueries({ queryKey: ['maintenance'] })
        toast(t`Deleted`)
      }}
    >
      <p>{t`Failures from now on open incidents and send alerts.`}</p>
    </ConfirmDialog>
  )
}
