import type { Incident } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatDuration } from '../../format.ts'
import { type Column, Status, Table, Time } from '../../ui/index.ts'
import { Acknowledge } from './acknowledge.tsx'
import { CAUSE_NAMES } from './incident-words.ts'

export const describeIncident = ({ status }: Pick<Incident, 'status'>) =>
  status === 'resolved' ? (
    <Status name="up">Resolved</Status>
  ) : (
    <Status name="down">{status === 'open' ? 'Down' : 'Down, acknowledged'}</Status>
  )

/** "Unexpected status code 503" */
export function Cause({ cause }: Pick<Incident, 'cause'>) {
  return (
    <>
      {CAUSE_NAMES[cause.kind]}
      {cause.http_status !== null && (
        <>
          {' '}
          <span className="figures">{cause.http_status}</span>
        </>
      )}
    </>
  )
}

interface IncidentTableProps {
  incidents: readonly Incident[]
  /** When the table is about more than one monitor. */
  namesMonitor?: boolean
}

export function IncidentTable({ incidents, namesMonitor = false }: IncidentTableProps) {
  const columns: readonly Column<Incident>[] = [
    {
      head: namesMonitor ? 'Monitor' : 'Started',
      cell: ({ id, monitor_name, started_at }) => (
        <Link to="/incidents/$incidentId" params={{ incidentId: String(id) }} className="link wrap-anywhere">
          {namesMonitor ? monitor_name : <Time at={started_at} as="moment" />}
        </Link>
      ),
    },
    { head: 'Status', cell: describeIncident },
    { head: 'Cause', cell: ({ cause }) => <Cause cause={cause} /> },
    ...(namesMonitor ? [{ head: 'Started', cell: ({ started_at }: Incident) => <Time at={started_at} /> }] : []),
    { head: 'Duration', figures: true, cell: ({ duration_seconds }) => formatDuration(duration_seconds) },
    {
      head: 'Visitors affected (est.)',
      figures: true,
      cell: ({ impact }) => (impact === null ? '–' : formatCount(impact.visitors_lost)),
    },
    ...(incidents.some(({ status }) => status !== 'resolved')
      ? [{ head: '', align: 'end' as const, cell: (incident: Incident) => <Acknowledge incident={incident} /> }]
      : []),
  ]
  return <Table caption="Incidents" columns={columns} rows={incidents} rowKey={({ id }) => id} />
}
