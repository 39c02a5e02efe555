import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { Loaded, PageHeader, pickChanged, toast } from '../../ui/index.ts'
import { ChangedByEditors } from '../teams/for-editors.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { monitorQuery } from './queries.ts'

const route = getRouteApi('/app/monitors/$monitorId/edit')

export function EditMonitorScreen() {
  const { monitorId } = route.useParams()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const { t } = useLingui()
  const monitor = useQuery({ ...monitorQuery(Number(monitorId)), refetchInterval: false })
  return (
    <>
      <PageHeader title={t`Edit monitor`} />
      <Loaded query={monitor} rows={6}>
        {(data) => (
          <ChangedByEditors>
            <MonitorForm
              initial={data}
              action={t`Save changes`}
              cancel={{ to: '/monitors/$monitorId', params: { monitorId } }}
              save={async (input) => {
                await api.monitors.update(data.id, pickChanged(data, input))
                await client.invalidateQueries({ queryKey: ['monitors'] })
                toast(t`Monitor saved`)
                await navigate({ to: '/monitors/$monitorId', params: { monitorId } })
              }}
            />
          </ChangedByEditors>
        )}
      </Loaded>
    </>
  )
}
