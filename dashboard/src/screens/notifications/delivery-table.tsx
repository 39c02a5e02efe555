import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { Delivery } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { formatMinute } from '../../platform/format.ts'
import { Button, type Column, ErrorBox, Table, Time, toast } from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { FailedMark } from '../../parts/notifications/failed-mark.tsx'

const KINDS: Record<Delivery['kind'], MessageDescriptor> = {
  opened: msg`Down`,
  resolved: msg`Recovered`,
  reminder: msg`Reminder`,
  acknowledged: msg`Acknowledged`,
  escalation: msg`Escalation`,
  flapping_started: msg`Flapping`,
  flapping_ended: msg`Flapping ended`,
  expiring: msg`Certificate expires`,
  renewed: msg`Certificate renewed`,
  domain_expiring: msg`Domain expires`,
  domain_renewed: msg`Domain renewed`,
  slow_started: msg`Slow`,
  slow_ended: msg`No longer slow`,
  burn_fast: msg`Error budget burning fast`,
  burn_slow: msg`Error budget burning`,
}

const describeStatus = ({ status, attempts, last_error, possible_repeat, held_until }: Delivery): string => {
  if (status === 'sent') return possible_repeat ? t`Delivered, possibly twice` : t`Delivered`
  if (status === 'skipped') return t`Not sent: resolved or acknowledged during quiet hours`
  if (status === 'pending' && held_until !== null && attempts === 0)
    return t`Held by quiet hours until ${formatMinute(held_until)}`
  const tries = t`${plural(attempts, { one: '# attempt', other: '# attempts' })}`
  const reason = last_error ?? t`no reason given`
  if (status === 'failed') return attempts > 0 ? t`After ${tries}: ${reason}` : reason
  return attempts === 0 ? t`Pending` : t`Retrying after ${tries}: ${reason}`
}

interface DeliveryTableProps {
  deliveries: readonly Delivery[]
  /** Names of the providers, when the table is about more than one. */
  names?: ReadonlyMap<number, string>
}

export function DeliveryTable({ deliveries, names }: DeliveryTableProps) {
  const columns: readonly Column<Delivery>[] = [
    {
      head: t`Monitor or website`,
      cell: ({ monitor_name, website_domain, monitor_id, incident_id }) =>
        incident_id === null ? (
          <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor_id) }} className="link wrap-anywhere">
            {monitor_name}
          </Link>
        ) : (
          <Link to="/incidents/$incidentId" params={{ incidentId: String(incident_id) }} className="link wrap-anywhere">
            {monitor_name ?? website_domain}
          </Link>
        ),
    },
    { head: t`Message`, cell: ({ kind }) => i18n._(KINDS[kind]) },
    ...(names
      ? [
          {
            head: t`To`,
            cell: ({ provider_id }: Delivery) => (
              <span className="wrap-anywhere">{names.get(provider_id) ?? t`deleted`}</span>
            ),
          },
        ]
      : []),
    {
      head: t`Status`,
      cell: (delivery) => (
        <span className="wrap-anywhere">
          {delivery.status === 'failed' && <FailedMark />}
          {describeStatus(delivery)}
        </span>
      ),
    },
    { head: t`Time`, cell: ({ sent_at, created_at }) => <Time at={sent_at ?? created_at} /> },
    { head: '', align: 'end', cell: (delivery) => delivery.status === 'failed' && <Retry id={delivery.id} /> },
  ]
  return <Table caption={t`Delivery log`} columns={columns} rows={deliveries} rowKey={({ id }) => id} />
}

function Retry({ id }: { id: number }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function retry(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await api.deliveries.retry(id)
      toast(t`Delivery queued again`)
      await client.invalidateQueries({ queryKey: ['deliveries'] })
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <ErrorBox error={error} />}
      <ForEditors>
        <Button busy={busy} onClick={() => void retry()}>
          {t`Retry`}
        </Button>
      </ForEditors>
    </>
  )
}
