import type { Incident } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatDuration } from '../../format.ts'
import { type Column, Status, Table, Time } from '../../ui/index.ts'
import { CAUSE_NAMES } from './incident-words.ts'

export const describeIncident = ({ status }: Pick<Incident, 'status'>) =>
  status === 'resolved' ? (
    <Status name="up">Resolved</Status>
  ) : (
    <Status name="down">{status === 'open' ? 'Down' : 'Down, acknowledged'}</Status>
  )

interface IncidentTableProps {
  incidents: readonly Incident[]
  /** Names of the monitors, when the table is about more than one. */
  names?: ReadonlyMap<number, string>
}

export function IncidentTable({ incidents, names }: IncidentTableProps) {
  const columns: readonly Column<Incident>[] = [
    {
      head: names ? 'Monitor' : 'Started',
      cell: ({ id, monitor_id, started_at }) => (
        <Link to="/incidents/$incidentId" params={{ incidentId: String(id) }} className="link wrap-anywhere">
          {names ? (names.get(monitor_id) ?? `Monitor ${monitor_id}`) : <Time at={started_at} as="moment" />}
        </Link>
      ),
    },
    { head: 'Status', cell: describeIncident },
    {
      head: 'Cause',
      cell: ({ cause }) => (
        <>
          {CAUSE_NAMES[cause.kind]}
          {cause.http_status !== null && (
            <>
              {' '}
              <span className="figures">{cause.http_status}</span>
            </>
          )}
        </>
      ),
    },
    ...(names ? [{ head: 'Started', cell: ({ started_at }: Incident) => <Time at={started_at} /> }] : []),
    { head: 'Duration', figures: true, cell: ({ duration_seconds }) => formatDuration(duration_seconds) },
    {
      head: 'Visitors affected (est.)',
      figures: true,
      cell: ({ impact }) => (impact === null ? '–' : formatCount(impact.visitors_lost)),
    },
  ]
  return <Table caption="Incidents" columns={columns} rows={incidents} rowKey={({ id }) => id} />
}
