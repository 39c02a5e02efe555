import { t } from '@lingui/core/macro'
import type { Incident } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatDuration } from '../../platform/format.ts'
import { type Column, Table, Time } from '../../ui/index.ts'
import { Acknowledge } from './acknowledge.tsx'
import { Cause, describeIncident } from './incident-cause.tsx'

interface IncidentTableProps {
  incidents: readonly Incident[]
  /** When the table is about more than one monitor. */
  namesMonitor?: boolean
}

export function IncidentTable({ incidents, namesMonitor = false }: IncidentTableProps) {
  const columns: readonly Column<Incident>[] = [
    {
      head: namesMonitor ? t`Monitor or website` : t`Started`,
      cell: ({ id, monitor_name, website_domain, started_at }) => (
        <Link to="/incidents/$incidentId" params={{ incidentId: String(id) }} className="link wrap-anywhere">
          {namesMonitor ? (monitor_name ?? website_domain) : <Time at={started_at} as="moment" />}
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
