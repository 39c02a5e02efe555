import { Trans, useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import {
  Button,
  buttonClass,
  ConfirmDialog,
  ErrorBox,
  Loaded,
  PageHeader,
  Skeleton,
  Time,
  toast,
} from '../../ui/index.ts'
import { HistoryLink } from '../../parts/audit-log/history-link.tsx'
import { Acknowledge } from '../../parts/incidents/acknowledge.tsx'
import { Cause } from '../../parts/incidents/incident-cause.tsx'
import { ForEditors, NotForGuests } from '../../parts/teams/for-editors.tsx'
import { ObjectivesLink } from '../../parts/objectives/objectives-link.tsx'
import { ReportLink } from '../../parts/uptime-reports/report-link.tsx'
import { AlertsNobodyNotice } from './alerts-nobody-notice.tsx'
import { MonitorFacts } from './monitor-facts.tsx'
import { monitorQuery, openIncidentQuery } from '../../data/monitors/queries.ts'
import { TargetLink } from '../../parts/monitors/target-link.tsx'
import { lazyPart } from '../../platform/lazy.tsx'

const route = getRouteApi('/app/monitors/$monitorId')

// A separate chunk: its charts are larger than the screen itself.
const MonitorHistory = lazyPart(
  async () => (await import('./monitor-history.tsx')).MonitorHistory,
  () => <Skeleton rows={6} />,
)

export function MonitorScreen() {
  const { monitorId } = route.useParams()
  const id = Number(monitorId)
  const monitor = useQuery(monitorQuery(id))
  const { t } = useLingui()
  return (
    // Keyed by monitor: figures kept while others load must not appear under the name of another monitor.
    <Loaded key={id} query={monitor} rows={8} label={t`Loading monitor`}>
      {(data) => (
        <>
          <Head monitor={data} />
          <OpenIncident monitor={data} />
          <MonitorFacts monitor={data} />
          <NotForGuests>
            <AlertsNobodyNotice monitor={data} />
          </NotForGuests>
          <MonitorHistory monitor={data} />
        </>
      )}
    </Loaded>
  )
}

function Head({ monitor }: { monitor: Monitor }) {
  const client = useQueryClient()
  const { t } = useLingui()
  const [isDeleting, setDeleting] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function pause(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await api.monitors.update(monitor.id, { is_active: !monitor.is_active })
      await client.invalidateQueries({ queryKey: ['monitors'] })
      toast(monitor.is_active ? t`Monitor paused` : t`Monitor resumed. The first check runs within 5 seconds.`)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <PageHeader
        title={monitor.friendly_name}
        actions={
          <ForEditors>
            <Button busy={busy} onClick={() => void pause()}>
              {monitor.is_active ? <Trans>Pause</Trans> : <Trans>Resume</Trans>}
            </Button>
            <Link to="/monitors/$monitorId/edit" params={{ monitorId: String(monitor.id) }} className={buttonClass()}>
              <Trans>Edit</Trans>
            </Link>
            <Button onClick={() => setDeleting(true)}>
              <Trans>Delete</Trans>
            </Button>
          </ForEditors>
        }
      >
        <TargetLink monitor={monitor} />
        <MonitorWebsite monitor={monitor} />
        <ReportLink monitor_id={monitor.id} />
        <ObjectivesLink monitor_id={monitor.id} />
        <HistoryLink type="monitor" id={monitor.id} />
      </PageHeader>
      {error !== undefined && <ErrorBox error={error} />}
      {isDeleting && <DeleteMonitor monitor={monitor} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteMonitor({ monitor, onClose }: { monitor: Monitor; onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const navigate = route.useNavigate()
  return (
    <ConfirmDialog
      title={t`Delete ${monitor.friendly_name}?`}
      action={t`Delete monitor`}
      onClose={onClose}
      confirm={async () => {
        await api.monitors.remove(monitor.id)
        toast(t`Monitor deleted`)
        // Leave this screen first: otherwise its queries would refetch the deleted monitor.
        await navigate({ to: '/monitors' })
        await client.invalidateQueries({ queryKey: ['monitors'] })
      }}
    >
      <p>
        <Trans>Checks stop, and an open incident is closed without an alert. Past incidents are kept.</Trans>
      </p>
    </ConfirmDialog>
  )
}

function MonitorWebsite({ monitor: { website_id, website_domain } }: { monitor: Monitor }) {
  if (website_id === null || website_domain === null) return null
  return (
    <span className="block">
      <Trans>
        Website{' '}
        <Link to="/websites/$websiteId" params={{ websiteId: String(website_id) }} className="link wrap-anywhere">
          {website_domain}
        </Link>
      </Trans>
    </span>
  )
}

/** The open incident, with a button to acknowledge it. */
function OpenIncident({ monitor }: { monitor: Monitor }) {
  const { t } = useLingui()
  const incidents = useQuery({ ...openIncidentQuery(monitor.id), enabled: monitor.status === 'down' })
  const incident =
    monitor.status === 'down' ? incidents.data?.data.find(({ status }) => status !== 'resolved') : undefined
  if (!incident) return null
  return (
    <section
      aria-label={t`Open incident`}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y-2 border-down py-3"
    >
      <p className="min-w-0 wrap-anywhere">
        <Trans>
          <Cause cause={incident.cause} /> since <Time at={incident.started_at} as="moment" />.
        </Trans>{' '}
        <Link to="/incidents/$incidentId" params={{ incidentId: String(incident.id) }} className="link">
          <Trans>View incident</Trans>
        </Link>
      </p>
      <Acknowledge incident={incident} kind="primary" />
    </section>
  )
}
