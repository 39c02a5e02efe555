import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { Provider } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, ConfirmDialog, Loaded, PageHeader, pickChanged, Section, toast } from '../../ui/index.ts'
import { ChangedByEditors, ForEditors } from '../../parts/teams/for-editors.tsx'
import { findProviderType } from '../../data/notifications/find-provider-type.ts'
import { BrowserSection } from '../../parts/notifications/browser-push.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { ProviderForm } from './provider-parts.tsx'
import { listDestinations } from '../../data/notifications/provider-types.ts'
import { describeQuietHours } from '../../parts/notifications/quiet-hours.ts'
import { ProviderMonitors } from './provider-monitors.tsx'
import { providerDeliveriesQuery, providerQuery } from '../../data/notifications/queries.ts'
import { TestProvider } from './test-provider.tsx'

export { loadProvider } from '../../data/notifications/queries.ts'

const route = getRouteApi('/app/notifications/$providerId')

export function ProviderScreen() {
  const { providerId } = route.useParams()
  const provider = useQuery(providerQuery(Number(providerId)))
  return (
    <Loaded query={provider} rows={6} label={t`Loading provider`}>
      {(data) => <ProviderParts provider={data} />}
    </Loaded>
  )
}

function ProviderParts({ provider }: { provider: Provider }) {
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const [saves, setSaves] = useState(0)
  return (
    <>
      <PageHeader
        title={provider.name}
        actions={
          <ForEditors>
            <Button onClick={() => setDeleting(true)}>{t`Delete`}</Button>
          </ForEditors>
        }
      >
        {i18n._(findProviderType(provider.provider_type).label)}{' '}
        <span className="figures wrap-anywhere">{listDestinations(provider).join(' ')}</span>
        <QuietHoursSentence provider={provider} />
      </PageHeader>
      <ForEditors>
        <Section title={t`Test`}>
          <TestProvider provider_id={provider.id} />
        </Section>
        <BrowserSection provider={provider} />
      </ForEditors>
      <Section title={t`Monitors`}>
        <ChangedByEditors>
          <ProviderMonitors provider_id={provider.id} />
        </ChangedByEditors>
      </Section>
      <Section title={t`Settings`}>
        <ChangedByEditors>
          <ProviderForm
            key={`${formKey(provider)} ${saves}`}
            type={provider.provider_type}
            stored={provider}
            action={t`Save changes`}
            save={async (fields) => {
              const saved = await api.providers.update(provider.id, pickChanged({ ...provider }, fields))
              await client.invalidateQueries({ queryKey: ['providers'] })
              // Reset the form even if the key is the same: a new secret may be masked like the old one.
              if (formKey(saved) === formKey(provider)) setSaves(saves + 1)
              toast(t`Saved`)
            }}
          />
        </ChangedByEditors>
      </Section>
      <LatestDeliveries provider_id={provider.id} />
      {isDeleting && <DeleteProvider provider={provider} onClose={() => setDeleting(false)} />}
    </>
  )
}

/** Leaves out the browser and the last delivery: when they change, the form must keep what somebody is typing. */
function formKey(provider: Provider): string {
  const { fields, subscribes_browser } = findProviderType(provider.provider_type)
  const typeFields = subscribes_browser ? [] : fields.map(({ name }) => name)
  const names = ['id', 'name', 'is_default', 'quiet_hours', ...typeFields]
  return JSON.stringify(names.map((name) => (provider as unknown as Record<string, unknown>)[name]))
}

function LatestDeliveries({ provider_id }: { provider_id: number }) {
  const deliveries = useQuery(providerDeliveriesQuery(provider_id))
  return (
    <Section
      title={t`Latest deliveries`}
      actions={
        <Link to="/notifications/deliveries" className="link">
          {t`Delivery log`}
        </Link>
      }
    >
      <Loaded query={deliveries} rows={3}>
        {({ data }) =>
          data.length === 0 ? <p className="text-soft">{t`None yet.`}</p> : <DeliveryTable deliveries={data} />
        }
      </Loaded>
    </Section>
  )
}

function QuietHoursSentence({ provider: { quiet_hours } }: { provider: Provider }) {
  if (quiet_hours === null) return null
  return <span className="block wrap-anywhere">{describeQuietHours(quiet_hours).join(' ')}</span>
}

function DeleteProvider({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = route.useNavigate()
  return (
    <ConfirmDialog
      title={t`Delete ${provider.name}?`}
      action={t`Delete provider`}
      onClose={onClose}
      confirm={async () => {
        const { unassigned_monitor_ids: alone } = await api.providers.remove(provider.id)
        toast(
          alone.length === 0
            ? t`Deleted`
            : t`${plural(alone.length, { one: 'Deleted. # monitor now alerts nobody', other: 'Deleted. # monitors now alert nobody' })}`,
        )
        await navigate({ to: '/notifications' })
        await client.invalidateQueries({ queryKey: ['providers'] })
      }}
    >
      <p>{t`No more alerts are sent to it, and its deliveries are removed from the delivery log.`}</p>
    </ConfirmDialog>
  )
}
