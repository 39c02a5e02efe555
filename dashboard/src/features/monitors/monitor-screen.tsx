import type { Monitor } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { HeartbeatRibbon, ResponseTimes, UptimeRibbon } from '../../charts/index.ts'
import { countOf, formatDuration, formatMs, formatUptime } from '../../format.ts'
import { useShortcuts } from '../../shortcuts.ts'
import {
  Button,
  buttonClass,
  ConfirmDialog,
  Empty,
  FigureRow,
  Loaded,
  Notice,
  PageHeader,
  Pagination,
  Section,
  Time,
  toast,
  useNow,
} from '../../ui/index.ts'
import { IncidentTable } from '../incidents/incident-table.tsx'
import { AlertsNobodyNotice } from './alerts-nobody.tsx'
import { Assignments } from './assignments.tsx'
import { describeTarget, MonitorStatus } from './monitor-status.tsx'
import { checksQuery, monitorIncidentsQuery, monitorQuery, responseTimesQuery, uptimeQuery } from './queries.ts'
import { readSegments } from './segments.ts'
import { type Window, WINDOW_NAMES, WINDOWS } from './windows.ts'

const route = getRouteApi('/app/monitors/$monitorId')
const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function MonitorScreen() {
  const { monitorId } = route.useParams()
  const id = Number(monitorId)
  const monitor = useQuery(monitorQuery(id))
  return (
    <Loaded query={monitor} rows={8} label="Loading monitor">
      {(data) => (
        <>
          <Head monitor={data} />
          <Facts monitor={data} />
          <AlertsNobodyNotice monitor={data} />
          <Checks monitor={data} />
          <History id={id} monitor={data} />
          <Section title="Alerts">
            <Assignments monitor_id={id} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function Head({ monitor }: { monitor: Monitor }) {
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const [busy, setBusy] = useState(false)
  async function pause(): Promise<void> {
    setBusy(true)
    try {
      await api.monitors.update(monitor.id, { is_active: !monitor.is_active })
      await client.invalidateQueries({ queryKey: ['monitors'] })
      toast(monitor.is_active ? 'Monitor paused' : 'Monitor resumed. The first check runs within 5 seconds.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <PageHeader
        title={monitor.friendly_name}
        actions={
          <>
            <Button busy={busy} onClick={() => void pause()}>
              {monitor.is_active ? 'Pause' : 'Resume'}
            </Button>
            <Link to="/monitors/$monitorId/edit" params={{ monitorId: String(monitor.id) }} className={buttonClass()}>
              Edit
            </Link>
            <Button onClick={() => setDeleting(true)}>Delete</Button>
          </>
        }
      >
        <span className="figures wrap-anywhere">{describeTarget(monitor)}</span>
      </PageHeader>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${monitor.friendly_name}?`}
          action="Delete monitor"
          onClose={() => setDeleting(false)}
          confirm={async () => {
            await api.monitors.remove(monitor.id)
            toast('Monitor deleted')
            // First away from here: what is on screen would be asked for once more.
            await navigate({ to: '/monitors' })
            await client.invalidateQueries({ queryKey: ['monitors'] })
          }}
        >
          <p>Checks stop, and an open incident is closed without an alert. Past incidents are kept.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const DAY_MS = 86_400_000

function Facts({ monitor }: { monitor: Monitor }) {
  const { tls_expires_at, last_error } = monitor
  const now = useNow()
  const days = tls_expires_at === null ? null : Math.floor((Date.parse(tls_expires_at) - now) / DAY_MS)
  return (
    <>
      <FigureRow
        entries={[
          {
            label: 'Status',
            value: <MonitorStatus monitor={monitor} />,
            note: <Time at={monitor.last_checked_at} none="Not checked yet" />,
          },
          { label: 'Response', value: formatMs(monitor.last_response_ms) },
          { label: 'Uptime 24 h', value: formatUptime(monitor.uptime['24h']) },
          { label: 'Uptime 30 d', value: formatUptime(monitor.uptime['30d']) },
          { label: 'Check interval', value: formatDuration(monitor.interval) },
          ...(tls_expires_at === null
            ? []
            : [
                {
                  label: 'Certificate',
                  value: days !== null && days < 0 ? 'expired' : `${days} d left`,
                  note: <Time at={tls_expires_at} as="day" />,
                },
              ]),
        ]}
      />
      {days !== null && days < 14 && (
        <div className="mt-4">
          <Notice
            kind="warning"
            title={
              days < 0
                ? 'The certificate has expired.'
                : `The certificate expires ${days === 0 ? 'today' : `in ${countOf(days, 'day')}`}.`
            }
          >
            Renew it. Browsers reject expired certificates, and these checks will fail.
          </Notice>
        </div>
      )}
      {last_error !== null && monitor.status !== 'paused' && (
        <p className="mt-4 wrap-anywhere">
          <span className="text-soft">Last check: </span>
          {last_error}
        </p>
      )}
    </>
  )
}

const HISTORY_DAYS = 30

/** Checks are told at once and written down in batches: between the two, the list lags behind the status. */
function describeNoChecks({ status, last_checked_at }: Monitor, now: number): string {
  if (status === 'pending') return 'The first check runs within five seconds.'
  if (last_checked_at !== null && now - Date.parse(last_checked_at) < HISTORY_DAYS * DAY_MS)
    return 'Its checks appear here within a minute.'
  return last_checked_at === null ? 'No checks yet.' : `No checks in the last ${HISTORY_DAYS} days.`
}

function Checks({ monitor }: { monitor: Monitor }) {
  const now = useNow()
  const checks = useQuery(checksQuery(monitor.id))
  return (
    <Section title="Latest checks">
      <Loaded query={checks} rows={2} label="Loading checks">
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">{describeNoChecks(monitor, now)}</p>
          ) : (
            <HeartbeatRibbon checks={data.toReversed()} timezone={TIMEZONE} />
          )
        }
      </Loaded>
    </Section>
  )
}

const KEYS: Record<Window, string> = { '24h': 'd', '30d': 'm', '6mo': 'h', '1y': 'y' }

function History({ id, monitor }: { id: number; monitor: Monitor }) {
  const { window = '24h' } = route.useSearch()
  const navigate = route.useNavigate()
  const uptime = useQuery(uptimeQuery(id, window))
  const times = useQuery(responseTimesQuery(id, window))
  const choose = (next: Window): void =>
    void navigate({ to: '.', search: { window: next === '24h' ? undefined : next }, resetScroll: false })
  useShortcuts(
    'Windows',
    WINDOWS.map((name) => ({ keys: KEYS[name], label: WINDOW_NAMES[name], run: () => choose(name) })),
  )
  return (
    <>
      <Section title="Uptime and response times" actions={<WindowButtons window={window} choose={choose} />}>
        <Loaded query={uptime} rows={2}>
          {(data) => (
            <>
              <p className="mb-2">
                <span className="figures">{formatUptime(data.uptime_percent)}</span> up,{' '}
                <span className="figures">{formatDuration(data.downtime_seconds)}</span> down
              </p>
              <UptimeRibbon
                segments={readSegments(data, monitor)}
                timezone={TIMEZONE}
                label={`Uptime over ${WINDOW_NAMES[window]}`}
                isDetailed
              />
            </>
          )}
        </Loaded>
        <div className="mt-6">
          <Loaded query={times} rows={5} label="Loading response times">
            {(data) =>
              data.points.length === 0 ? (
                <p className="text-soft">No response times in this period yet.</p>
              ) : (
                <ResponseTimes {...data} timezone={TIMEZONE} />
              )
            }
          </Loaded>
        </div>
      </Section>
      <Incidents id={id} window={window} />
    </>
  )
}

function WindowButtons({ window, choose }: { window: Window; choose: (next: Window) => void }) {
  return (
    <div role="group" aria-label="Window" className="flex flex-wrap gap-1">
      {WINDOWS.map((name) => (
        <Button
          key={name}
          kind={name === window ? 'plain' : 'quiet'}
          aria-pressed={name === window}
          onClick={() => choose(name)}
        >
          {WINDOW_NAMES[name]}
        </Button>
      ))}
    </div>
  )
}

function Incidents({ id, window }: { id: number; window: Window }) {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const incidents = useQuery(monitorIncidentsQuery(id, window, page))
  return (
    <Section title="Incidents">
      <Loaded query={incidents} rows={3} label="Loading incidents">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title={`No incidents in the last ${WINDOW_NAMES[window]}.`} />
          ) : (
            <>
              <IncidentTable incidents={data} />
              <Pagination
                meta={meta}
                noun="incidents"
                onPage={(next) =>
                  void navigate({ to: '.', search: (old) => ({ ...old, page: next }), resetScroll: false })
                }
              />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
