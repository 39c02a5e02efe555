import type { Monitor } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { HeartbeatRibbon, ResponseTimes, UptimeRibbon } from '../../charts/index.ts'
import { formatDuration, formatUptime } from '../../format.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { Button, Empty, Loaded, Pagination, Section, useNow } from '../../ui/index.ts'
import { IncidentTable } from '../incidents/incident-table.tsx'
import { checksQuery, monitorIncidentsQuery, responseTimesQuery, uptimeQuery } from './queries.ts'
import { readSegments } from './segments.ts'
import { type Window, WINDOW_NAMES, WINDOWS } from './windows.ts'

const route = getRouteApi('/app/monitors/$monitorId')
const TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const DAY_MS = 86_400_000
const HISTORY_DAYS = 30

/** Checks are told at once and written down in batches: between the two, the list lags behind the status. */
function describeNoChecks({ status, last_checked_at }: Monitor, now: number): string {
  if (status === 'pending') return 'The first check runs within five seconds.'
  if (last_checked_at !== null && now - Date.parse(last_checked_at) < HISTORY_DAYS * DAY_MS)
    return 'Its checks appear here within a minute.'
  return last_checked_at === null ? 'No checks yet.' : `No checks in the last ${HISTORY_DAYS} days.`
}

export function LatestChecks({ monitor }: { monitor: Monitor }) {
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

export function MonitorHistory({ id, monitor }: { id: number; monitor: Monitor }) {
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
