import { Trans, useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DAY_MS } from '@sitewatch/contract/durations'
import { CheckRibbon, ResponseTimes, UptimeRibbon } from '../../charts/index.ts'
import { formatDuration, formatUptime } from '../../platform/format.ts'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { Button, Empty, Loaded, Pagination, Section, useNow } from '../../ui/index.ts'
import { IncidentTable } from '../../parts/incidents/incident-table.tsx'
import { useDeployEvents } from '../../parts/deploys/use-deploy-events.ts'
import { ChangedByEditors, NotForGuests } from '../../parts/teams/for-editors.tsx'
import { Assignments } from './assignments.tsx'
import { Dependencies } from './dependencies.tsx'
import { MonitorEscalation } from './monitor-escalation.tsx'
import { HeartbeatPings } from './heartbeat-pings.tsx'
import { checksQuery, monitorIncidentsQuery, responseTimesQuery, uptimeQuery } from '../../data/monitors/queries.ts'
import { readSegments } from './segments.ts'
import { type Window, WINDOW_NAMES, WINDOWS } from '../../data/monitors/windows.ts'

const route = getRouteApi('/app/monitors/$monitorId')
const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const HISTORY_DAYS = 30

/** A monitor that was never checked shows a single line of text. */
const skeletonRows = ({ last_checked_at }: Monitor, rows: number): number => (last_checked_at === null ? 1 : rows)

/** The status changes at once, but checks are stored in batches: until then, the list lags behind the status. */
function NoChecks({ monitor: { status, type, last_checked_at } }: { monitor: Monitor }) {
  const now = useNow()
  if (status === 'pending' && type !== 'heartbeat') return <Trans>The first check runs within five seconds.</Trans>
  if (last_checked_at === null) return <Trans>No checks yet.</Trans>
  if (now - Date.parse(last_checked_at) < HISTORY_DAYS * DAY_MS)
    return <Trans>Its checks appear here within a minute.</Trans>
  return <Trans>No checks in the last {HISTORY_DAYS} days.</Trans>
}

function LatestChecks({ monitor }: { monitor: Monitor }) {
  const { t } = useLingui()
  const checks = useQuery(checksQuery(monitor.id))
  return (
    <Section title={t`Latest checks`}>
      <Loaded query={checks} rows={skeletonRows(monitor, 2)} label={t`Loading checks`}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">
              <NoChecks monitor={monitor} />
            </p>
          ) : (
            <CheckRibbon checks={data.toReversed()} timezone={TIMEZONE} />
          )
        }
      </Loaded>
    </Section>
  )
}

const SHORTCUT_KEYS: Record<Window, string> = { '24h': 'd', '30d': 'm', '6mo': 'h', '1y': 'y' }

/** Everything below the facts. */
export function MonitorHistory({ monitor }: { monitor: Monitor }) {
  const { t } = useLingui()
  return (
    <>
      <HeartbeatPings monitor={monitor} />
      <LatestChecks monitor={monitor} />
      <History id={monitor.id} monitor={monitor} />
      <Dependencies monitor={monitor} />
      <NotForGuests>
        <Section title={t`Alerts`}>
          <ChangedByEditors>
            <Assignments monitor_id={monitor.id} />
          </ChangedByEditors>
          <MonitorEscalation monitor={monitor} />
        </Section>
      </NotForGuests>
    </>
  )
}

function History({ id, monitor }: { id: number; monitor: Monitor }) {
  const { t } = useLingui()
  const { window = '24h' } = route.useSearch()
  const navigate = route.useNavigate()
  const name = t(WINDOW_NAMES[window])
  const uptime = useQuery(uptimeQuery(id, window))
  const times = useQuery(responseTimesQuery(id, window))
  const events = useDeployEvents(id, times.data?.window_start)
  const choose = (next: Window): void =>
    void navigate({ to: '.', search: { window: next === '24h' ? undefined : next }, resetScroll: false })
  useShortcuts(
    t`Windows`,
    WINDOWS.map((each) => ({ keys: SHORTCUT_KEYS[each], label: t(WINDOW_NAMES[each]), run: () => choose(each) })),
  )
  return (
    <>
      <Section title={t`Uptime and response times`} actions={<WindowButtons window={window} choose={choose} />}>
        <Loaded query={uptime} rows={2}>
          {(data) => (
            <>
              <p className="mb-2">
                {data.uptime_percent === null ? (
                  <Trans>No data yet</Trans>
                ) : (
                  <Trans>
                    <span className="figures">{formatUptime(data.uptime_percent)}</span> up,{' '}
                    <span className="figures">{formatDuration(data.downtime_seconds)}</span> down
                  </Trans>
                )}
              </p>
              <UptimeRibbon
                segments={readSegments(data, monitor)}
                timezone={TIMEZONE}
                label={t`Uptime over ${name}`}
                isDetailed
              />
            </>
          )}
        </Loaded>
        <div className="mt-6">
          <Loaded query={times} rows={skeletonRows(monitor, 5)} label={t`Loading response times`}>
            {(data) =>
              data.points.length === 0 ? (
                <p className="text-soft">
                  <Trans>No response times in this period yet.</Trans>
                </p>
              ) : (
                <ResponseTimes {...data} timezone={TIMEZONE} slow_ms={monitor.slow_ms} events={events} />
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
  const { t } = useLingui()
  return (
    <div role="group" aria-label={t`Window`} className="flex flex-wrap gap-1">
      {WINDOWS.map((name) => (
        <Button
          key={name}
          kind={name === window ? 'plain' : 'quiet'}
          aria-pressed={name === window}
          onClick={() => choose(name)}
        >
          {t(WINDOW_NAMES[name])}
        </Button>
      ))}
    </div>
  )
}

function Incidents({ id, window }: { id: number; window: Window }) {
  const { t } = useLingui()
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const name = t(WINDOW_NAMES[window])
  const incidents = useQuery(monitorIncidentsQuery(id, window, page))
  return (
    <Section title={t`Incidents`}>
      <Loaded query={incidents} rows={3} label={t`Loading incidents`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <Empty title={<Trans>No incidents in the last {name}.</Trans>} />
          ) : (
            <>
              <IncidentTable incidents={data} />
              <Pagination
                meta={meta}
                noun={t`incidents`}
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
