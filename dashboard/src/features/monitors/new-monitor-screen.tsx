import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { PageHeader, toast } from '../../ui/index.ts'
import { MonitorForm } from './monitor-form.tsx'

const route = getRouteApi('/app/monitors/new')

export function NewMonitorScreen() {
  const { url, website_id } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  return (
    <>
      <PageHeader title="Add a monitor">The first check comes within five seconds.</PageHeader>
      <MonitorForm
        initial={{ ...(url !== undefined && { url }), ...(website_id !== undefined && { website_id }) }}
        action="Add monitor"
        save={async (input) => {
          const monitor = await api.monitors.create(input)
          await client.invalidateQueries({ queryKey: ['monitors'] })
          toast('Monitor added')
          await navigate({ to: '/monitors/$monitorId', params: { monitorId: String(monitor.id) } })
        }}
      />
    </>
  )
}
