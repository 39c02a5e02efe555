import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type Provider, PROVIDER_TYPES, type ProvidersCreateInput } from '@sitewatch/sdk'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { buttonClass, Loaded, Notice, PageHeader, toast } from '../../ui/index.ts'
import { providersQuery } from '../../data/notifications/providers-query.ts'
import { MissingSettings } from '../../parts/notifications/missing-settings.tsx'
import { ProviderForm } from './provider-parts.tsx'
import type { ProviderInput } from '../../parts/notifications/provider-form.tsx'
import { guideUrl, makePrefills, PROVIDER_TYPE_LIST } from '../../data/notifications/provider-types.ts'
import { TestProvider } from './test-provider.tsx'

const route = getRouteApi('/app/notifications/new')

export function NewProviderScreen() {
  const search = route.useSearch()
  const type = PROVIDER_TYPE_LIST.find((each) => each === search.type) ?? 'email'
  const label = i18n._(PROVIDER_TYPES[type].label)
  const client = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [made, setMade] = useState<Provider>()
  const [prefills] = useState(() => makePrefills(session.user.email))
  const [testResult, setTestResult] = useState<string>()
  const existing = useQuery({ ...providersQuery, refetchOnWindowFocus: false })
  const toInput = (fields: ProviderInput): ProvidersCreateInput =>
    ({ provider_type: type, ...fields }) as ProvidersCreateInput
  return (
    <>
      <PageHeader title={t`Add provider: ${label}`}>
        {i18n._(PROVIDER_TYPES[type].description)}{' '}
        <a href={guideUrl(type)} className="link">
          {t`Setup guide`}
        </a>
      </PageHeader>
      <MissingSettings type={type} />
      {made === undefined ? (
        <Loaded query={existing} rows={4} label={t`Loading providers`}>
          {({ length }) => (
            <ProviderForm
              type={type}
              prefills={prefills}
              isDefault={length === 0}
              action={
                PROVIDER_TYPES[type].subscribes_browser ? t`Enable push notifications in this browser` : t`Add provider`
              }
              save={async (fields) => {
                setMade(await api.providers.create(toInput(fields)))
                await client.invalidateQueries({ queryKey: ['providers'] })
                toast(t`Provider added`)
              }}
              test={async (fields) => {
                setTestResult(undefined)
                setTestResult((await api.providers.try(toInput(fields))).message)
              }}
            >
              <div aria-live="polite" className="empty:hidden">
                {testResult !== undefined && (
                  <Notice kind="done" title={testResult}>
                    {t`Nothing is saved yet. Add the provider when the message has arrived.`}
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
      <Notice kind="done" title={t`${made.name} added.`}>
        {t`Send a test message, then choose the monitors that use this provider.`}
      </Notice>
      <TestProvider provider_id={made.id} isPrimary />
      <div className="flex flex-wrap gap-3">
        <Link to="/notifications/$providerId" params={{ providerId: String(made.id) }} className={buttonClass('plain')}>
          {t`Choose monitors`}
        </Link>
        <Link to="/notifications" className={buttonClass('quiet')}>
          {t`Done`}
        </Link>
      </div>
    </div>
  )
}
