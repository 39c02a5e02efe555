import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Incident } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatDuration } from '../../format.ts'
import { type Column, Status, Table, Time } from '../../ui/index.ts'
import { Acknowledge } from './acknowledge.tsx'
import { CAUSE_NAMES } from './incident-words.ts'

export const describeIncident = ({ status }: Pick<Incident, 'status'>) =>
  status === 'resolved' ? (
    <Status name="up">{t`Resolved`}</Status>
  ) : (
    <Status name="down">{status === 'open' ? t`Down` : t`Down, acknowledged`}</Status>
  )

/** "Unexpected status code 503" */
export function Cause({ cause }: Pick<Incident, 'cause'>) {
  return (
    <>
      {i18n._(CAUSE_NAMES[cause.kind])}
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
      head: namesMonitor ? t`Monitor` : t`Started`,
      cell: ({ id, monitor_name, started_at }) => (
        <Link to="/incidents/$incidentId" params={{ incidentId: String(id) }} className="link wrap-anywhere">
          {namesMonitor ? monitor_name : <Time at={started_at} as="moment" />}
        </Link>
      ),
    },
    { head: t`Status`, cell: describeIncident },
    { head: t`Cause`, cell: ({ cause }) => <Cause cause={cause} /> },
    ...(namesMonitor ? [{ head: t`Started`, cell: ({ started_at }: Incident) => <Time at={started_at} /> }] : []),
    { head: t`Duration`, figures: true, cell: ({ duration_seconds }) => formatDuration(duration_seconds) },
    {
      head: t`Visitors affected (est.)`,
      figures: true,
      cell: ({ impact }) => (impact === null ? '–' : formatCount(impact.visitors_lost)),
    },
    ...(incidents.some(({ status }) => status !== 'resolved')
      ? [{ head: '', align: 'end' as const, cell: (incident: Incident) => <Acknowledge incident={incident} /> }]
      : []),
  ]
  return <Table caption={t`Incidents`} columns={columns} rows={incidents} rowKey={({ id }) => id} />
}
