import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Button, Empty, Loaded, PageHeader, Pagination } from '../../ui/index.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { deliveriesQuery } from '../../data/notifications/queries.ts'

const route = getRouteApi('/app/notifications/deliveries')

const STATUS_FILTERS = [
  { status: undefined, label: msg`All` },
  { status: 'failed', label: msg`Failed` },
  { status: 'pending', label: msg`Pending` },
  { status: 'sent', label: msg`Delivered` },
  { status: 'skipped', label: msg`Skipped` },
] as const

export function DeliveriesScreen() {
  const { status, incident, page } = route.useSearch()
  const navigate = route.useNavigate()
  const deliveries = useQuery(deliveriesQuery({ status, incident_id: incident, page }))
  return (
    <>
      <PageHeader title={t`Delivery log`}>
        <About incident={incident} />
      </PageHeader>
      <div role="group" aria-label={t`Show`} className="mb-4 flex flex-wrap gap-1">
        {STATUS_FILTERS.map((choice) => (
          <Button
            key={choice.status ?? 'all'}
            kind={choice.status === status ? 'plain' : 'quiet'}
            aria-pressed={choice.status === status}
            onClick={() => void navigate({ to: '.', search: { incident, status: choice.status } })}
          >
            {i18n._(choice.label)}
          </Button>
        ))}
      </div>
      <Loaded query={deliveries} rows={6} label={t`Loading delivery log`}>
        {({ data, meta, names }) =>
          meta.total === 0 ? (
            <Empty title={status === 'failed' ? t`No failed deliveries.` : t`No deliveries yet.`} />
          ) : (
            <>
              <DeliveryTable deliveries={data} names={names} />
              <Pagination
                meta={meta}
                noun={t`deliveries`}
                onPage={(next) => void navigate({ to: '.', search: (old) => ({ ...old, page: next }) })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function About({ incident }: { incident: number | undefined }) {
  if (incident === undefined)
    return t`Every alert that was sent, its recipient, and whether it arrived. You can retry failed ones.`
  return (
    <>
      <Trans>
        Alerts for{' '}
        <Link to="/incidents/$incidentId" params={{ incidentId: String(incident) }} className="link">
          one incident
        </Link>
        .
      </Trans>{' '}
      <Link to="/notifications/deliveries" className="link">
        {t`Show all deliveries`}
      </Link>
    </>
  )
}
