import { type Provider, PROVIDER_TYPES, type ProvidersCreateInput } from '@sitewatch/sdk'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, sessionQuery } from '../../api.ts'
import { buttonClass, Loaded, Notice, PageHeader, toast } from '../../ui/index.ts'
import { MissingSettings } from './missing-settings.tsx'
import { ProviderForm, type ProviderInput } from './provider-form.tsx'
import { makePrefills } from './provider-types.ts'
import { providerListQuery } from './queries.ts'
import { TestProvider } from './test-provider.tsx'

const route = getRouteApi('/app/notifications/new')

export function NewProviderScreen() {
  const { type = 'email' } = route.useSearch()
  const client = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [made, setMade] = useState<Provider>()
  const [prefills] = useState(() => makePrefills(session.user.email))
  const [tried, setTried] = useState<string>()
  const others = useQuery({ ...providerListQuery, refetchOnWindowFocus: false })
  const read = (fields: ProviderInput): ProvidersCreateInput =>
    ({ provider_type: type, ...fields }) as ProvidersCreateInput
  return (
    <>
      <PageHeader title={`Add ${PROVIDER_TYPES[type].label}`}>{PROVIDER_TYPES[type].description}</PageHeader>
      <MissingSettings type={type} />
      {made === undefined ? (
        <Loaded query={others} rows={4} label="Loading providers">
          {({ meta }) => (
            <ProviderForm
              type={type}
              prefills={prefills}
              isDefault={meta.total === 0}
              action="Add provider"
              save={async (fields) => {
                setMade(await api.providers.create(read(fields)))
                await client.invalidateQueries({ queryKey: ['providers'] })
                toast('Provider added')
              }}
              test={async (fields) => {
                setTried(undefined)
                setTried((await api.providers.try(read(fields))).message)
              }}
            >
              <div aria-live="polite" className="empty:hidden">
                {tried !== undefined && (
                  <Notice kind="done" title={tried}>
                    Nothing is saved yet. Add the provider when the message has arrived.
                  </Notice>
                )}
              </div>
            </ProviderForm>
          )}
        </Loaded>
      ) : (
        <NextSteps made={made} />
      )}
    </>
  )
}

function NextSteps({ made }: { made: Provider }) {
  return (
    <div className="grid max-w-xl gap-6">
      <Notice kind="done" title={`${made.name} added.`}>
        Send a test message, then choose the monitors that use this provider.
      </Notice>
      <TestProvider provider_id={made.id} isPrimary />
      <div className="flex flex-wrap gap-3">
        <Link to="/notifications/$providerId" params={{ providerId: String(made.id) }} className={buttonClass('plain')}>
          Choose monitors
        </Link>
        <Link to="/notifications" className={buttonClass('quiet')}>
          Done
        </Link>
      </div>
    </div>
  )
}
