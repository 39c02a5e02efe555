import type { Delivery } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button, type Column, ErrorBox, Table, Time, toast } from '../../ui/index.ts'
import { FailedMark } from './failed-mark.tsx'

const KINDS: Record<Delivery['kind'], string> = {
  opened: 'Down',
  resolved: 'Recovered',
  reminder: 'Reminder',
  flapping_started: 'Flapping',
  flapping_ended: 'Flapping ended',
}

const describeStatus = ({ status, attempts, last_error, possible_repeat }: Delivery): string => {
  if (status === 'sent') return possible_repeat ? 'Delivered, possibly twice' : 'Delivered'
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (status === 'failed') return `${attempts > 0 ? `After ${tries}: ` : ''}${last_error ?? 'no reason given'}`
  return attempts === 0 ? 'Pending' : `Retrying after ${tries}: ${last_error ?? 'no reason given'}`
}

interface DeliveryTableProps {
  deliveries: readonly Delivery[]
  /** Names of the providers, when the table is about more than one. */
  names?: ReadonlyMap<number, string>
}

export function DeliveryTable({ deliveries, names }: DeliveryTableProps) {
  const columns: readonly Column<Delivery>[] = [
    {
      head: 'Monitor',
      cell: ({ monitor_name, incident_id }) => (
        <Link to="/incidents/$incidentId" params={{ incidentId: String(incident_id) }} className="link wrap-anywhere">
          {monitor_name}
        </Link>
      ),
    },
    { head: 'Message', cell: ({ kind }) => KINDS[kind] },
    ...(names
      ? [
          {
            head: 'To',
            cell: ({ provider_id }: Delivery) => (
              <span className="wrap-anywhere">{names.get(provider_id) ?? 'deleted'}</span>
            ),
          },
        ]
      : []),
    {
      head: 'Status',
      cell: (delivery) => (
        <span className="wrap-anywhere">
          {delivery.status === 'failed' && <FailedMark />}
          {describeStatus(delivery)}
        </span>
      ),
    },
    { head: 'Time', cell: ({ sent_at, created_at }) => <Time at={sent_at ?? created_at} /> },
    { head: '', align: 'end', cell: (delivery) => delivery.status === 'failed' && <Retry id={delivery.id} /> },
  ]
  return <Table caption="Delivery log" columns={columns} rows={deliveries} rowKey={({ id }) => id} />
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
      toast('Delivery queued again')
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
      <Button busy={busy} onClick={() => void retry()}>
        Retry
      </Button>
    </>
  )
}
