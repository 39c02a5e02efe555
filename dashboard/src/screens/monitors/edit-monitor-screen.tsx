import { useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Loaded, PageHeader, pickChanged, toast } from '../../ui/index.ts'
import { ChangedByEditors } from '../../parts/teams/for-editors.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { monitorQuery } from '../../data/monitors/queries.ts'

export { loadMonitorForm } from './monitor-form-data.ts'

const route = getRouteApi('/app/monitors/$monitorId/edit')

export function EditMonitorScreen() {
  const { monitorId } = route.useParams()
  const { t } = useLingui()
  const monitor = useQuery({ ...monitorQuery(Number(monitorId)), refetchInterval: false })
  return (
    <>
      <PageHeader title={t`Edit monitor`} />
      <Loaded query={monitor} rows={6}>
        {(data) => (
          <ChangedByEditors>
            <EditForm key={data.id} monitor={data} />
          </ChangedByEditors>
        )}
      </Loaded>
    </>
  )
}

function EditForm({ monitor }: { monitor: Monitor }) {
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const { t } = useLingui()
  // The monitor as the form first showed it. Compared with a newer version, the form would undo what somebody else has changed since.
  const [initial] = useState(monitor)
  const screen = { to: '/monitors/$monitorId', params: { monitorId: String(initial.id) } } as const
  return (
    <MonitorForm
      initial={initial}
      action={t`Save changes`}
      cancel={screen}
      save={async (input) => {
        await api.monitors.update(initial.id, pickChanged(initial, input))
        await client.invalidateQueries({ queryKey: ['monitors'] })
        toast(t`Monitor saved`)
        await navigate(screen)
      }}
    />
  )
}
