import type { Provider, ProvidersCreateInput } from '@sitewatch/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, sessionQuery } from '../../api.ts'
import { buttonClass, Notice, PageHeader, toast } from '../../ui/index.ts'
import { KINDS } from './kinds.ts'
import { ProviderForm } from './provider-form.tsx'
import { TestProvider } from './test-provider.tsx'

const route = getRouteApi('/app/notifications/new')

export function NewProviderScreen() {
  const { type = 'email' } = route.useSearch()
  const client = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [made, setMade] = useState<Provider>()
  return (
    <>
      <PageHeader title={`Tell by ${KINDS[type].name}`}>{KINDS[type].hint}</PageHeader>
      {made === undefined ? (
        <ProviderForm
          kind={type}
          defaults={{ recipient_email: session.user.email }}
          action="Add"
          save={async (fields) => {
            setMade(await api.providers.create({ provider_type: type, ...fields } as ProvidersCreateInput))
            await client.invalidateQueries({ queryKey: ['providers'] })
            toast('Added')
          }}
        />
      ) : (
        <div className="grid max-w-xl gap-6">
          <Notice kind="done" title={`${made.name} is added.`}>
            See whether a message gets through before you rely on it, then choose its monitors.
          </Notice>
          <TestProvider provider_id={made.id} isPrimary />
          <div className="flex flex-wrap gap-3">
            <Link
              to="/notifications/$providerId"
              params={{ providerId: String(made.id) }}
              className={buttonClass('plain')}
            >
              Choose its monitors
            </Link>
            <Link to="/notifications" className={buttonClass('quiet')}>
              Done
            </Link>
          </div>
        </div>
      )}
    </>
  )
}
