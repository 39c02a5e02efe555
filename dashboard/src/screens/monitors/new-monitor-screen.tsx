import { Trans, useLingui } from '@lingui/react/macro'
import type { Provider } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Loaded, PageHeader, toast } from '../../ui/index.ts'
import { ChangedByEditors } from '../../parts/teams/for-editors.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { ProviderChoices } from './provider-choices.tsx'
import { providersQuery } from '../../data/notifications/providers-query.ts'

export { loadMonitorForm } from './monitor-form-data.ts'

const route = getRouteApi('/app/monitors/new')

export function NewMonitorScreen() {
  const providers = useQuery({ ...providersQuery, refetchOnWindowFocus: false })
  const { t } = useLingui()
  return (
    <>
      <PageHeader title={t`Add monitor`}>
        <Trans>The first check runs within five seconds.</Trans>
      </PageHeader>
      <ChangedByEditors>
        <Loaded query={providers} rows={6} label={t`Loading providers`}>
          {(data) => <NewMonitor providers={data} />}
        </Loaded>
      </ChangedByEditors>
    </>
  )
}

function NewMonitor({ providers }: { providers: readonly Provider[] }) {
  const { url, website_id } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const { t } = useLingui()
  // Stores the unticked providers, so that a provider added elsewhere meanwhile is ticked like the rest.
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
  const chosen = new Set(providers.map(({ id }) => id).filter((id) => !unticked.has(id)))
  return (
    <MonitorForm
      initial={{ ...(url !== undefined && { url }), ...(website_id !== undefined && { website_id }) }}
      action={t`Add monitor`}
      cancel={{ to: '/monitors' }}
      save={async (input) => {
        const monitor = await api.monitors.create({ ...input, provider_ids: [...chosen] })
        await Promise.all(['monitors', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })))
        toast(t`Monitor added`)
        await navigate({ to: '/monitors/$monitorId', params: { monitorId: String(monitor.id) } })
      }}
    >
      <ProviderChoices
        providers={providers}
        chosen={chosen}
        onChange={(next) => setUnticked(new Set(providers.map(({ id }) => id).filter((id) => !next.has(id))))}
      />
    </MonitorForm>
  )
}
