import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { type Provider, PROVIDER_TYPES, type ProviderType } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass, type Column, Loaded, Notice, PageHeader, Section, Table, Time } from '../../ui/index.ts'
import { providersQuery } from '../../data/notifications/providers-query.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { findProviderType } from '../../data/notifications/find-provider-type.ts'
import { FailedMark } from '../../parts/notifications/failed-mark.tsx'
import { NotificationTabs } from '../../parts/notifications/notification-tabs.tsx'
import { describeMissing } from '../../parts/notifications/missing-settings.tsx'
import { Preferences } from './preferences.tsx'
import { listDestinations, PROVIDER_TYPE_LIST } from '../../data/notifications/provider-types.ts'
import { failedDeliveriesQuery, preferencesQuery } from '../../data/notifications/queries.ts'

export { loadNotifications } from '../../data/notifications/queries.ts'

const listColumns = (): readonly Column<Provider>[] => [
  {
    head: t`Provider`,
    cell: ({ id, name }) => (
      <Link to="/notifications/$providerId" params={{ providerId: String(id) }} className="link wrap-anywhere">
        {name}
      </Link>
    ),
  },
  { head: t`Type`, cell: ({ provider_type }) => i18n._(findProviderType(provider_type).label) },
  {
    head: t`Destination`,
    cell: (provider) => <span className="figures text-sm wrap-anywhere">{listDestinations(provider).join(' ')}</span>,
  },
  {
    head: t`Last delivery`,
    cell: ({ last_delivery: last }) =>
      last === null ? (
        <span className="text-soft">{t`None yet`}</span>
      ) : (
        <span className="wrap-anywhere">
          {last.outcome === 'sent' ? t`Delivered` : <FailedMark />} <Time at={last.at} />
          {last.outcome === 'failed' && last.message !== null && `: ${last.message}`}
        </span>
      ),
  },
]

export function NotificationsScreen() {
  const providers = useQuery(providersQuery)
  const failed = useQuery(failedDeliveriesQuery).data?.meta.total ?? 0
  return (
    <>
      <PageHeader
        title={t`Notifications`}
        actions={
          <>
            <Link to="/notifications/assignments" className={buttonClass()}>
              {t`Who is alerted`}
            </Link>
            <Link to="/notifications/deliveries" className={buttonClass()}>
              {t`Delivery log`}
            </Link>
          </>
        }
      >
        {t`Where alerts are sent when a monitor goes down.`}
      </PageHeader>
      <NotificationTabs />
      {failed > 0 && (
        <div className="mb-6">
          <Notice
            kind="problem"
            title={<Plural value={failed} one="# delivery failed." other="# deliveries failed." />}
          >
            <Link to="/notifications/deliveries" search={{ status: 'failed' }} className="link">
              {t`View and retry`}
            </Link>
          </Notice>
        </div>
      )}
      <Loaded query={providers} rows={4} label={t`Loading providers`}>
        {(data) =>
          data.length > 0 && (
            <Table caption={t`Providers`} columns={listColumns()} rows={data} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      <ForEditors>
        <Section title={t`Add provider`}>
          <Tiles />
        </Section>
        <Section title={t`Reminders and limits`}>
          <Preferences />
        </Section>
      </ForEditors>
    </>
  )
}

function Tiles() {
  const preferences = useQuery(preferencesQuery)
  const missing = new Map(preferences.data?.unavailable_types.map((each) => [each.provider_type, each]))
  const describeType = (type: ProviderType): string => {
    const unavailable = missing.get(type)
    return unavailable ? describeMissing(unavailable) : i18n._(PROVIDER_TYPES[type].description)
  }
  return (
    <ul className="grid border-s border-t border-line sm:grid-cols-2 lg:grid-cols-4">
      {PROVIDER_TYPE_LIST.map((type) => (
        <li key={type} className="border-e border-b border-line">
          <Link to="/notifications/new" search={{ type }} className="block h-full p-4 hover:bg-raised">
            <span className="block font-medium">{i18n._(PROVIDER_TYPES[type].label)}</span>
            <span className="block text-sm wrap-anywhere text-soft">{describeType(type)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
