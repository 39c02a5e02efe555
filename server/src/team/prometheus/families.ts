import { type History, PHASES } from './history.ts'
import type { Measured, MeasuredMonitor } from './store.ts'
import type { Family, Sample } from './text-format.ts'

const STATUSES = ['up', 'down', 'paused', 'pending'] as const

const toSeconds = (ms: number): number => ms / 1000
const toNumber = (flag: boolean): number => (flag ? 1 : 0)

const labelsOf = ({ id, name, type }: MeasuredMonitor): Sample['labels'] => ({ monitor_id: id, name, type })

/** One sample for each monitor that has a value. */
const perMonitor = (
  monitors: readonly MeasuredMonitor[],
  valueOf: (monitor: MeasuredMonitor) => number | null,
): Sample[] =>
  monitors.flatMap((monitor) => {
    const value = valueOf(monitor)
    return value === null ? [] : [{ labels: labelsOf(monitor), value }]
  })

/** Paused and pending monitors are neither up nor down: an alert on 0 must not fire for them. */
const upOf = ({ status }: Pick<MeasuredMonitor, 'status'>): number | null =>
  status === 'up' ? 1 : status === 'down' ? 0 : null

/** Without the history store, the total is still known. */
function listResponses(monitors: readonly MeasuredMonitor[], history: History | null): Sample[] {
  return monitors.flatMap((monitor) => {
    const last = history?.phases.get(monitor.id)
    const phases = last
      ? PHASES.map((phase) => [phase, last[phase]] as const)
      : [['total', monitor.last_response_ms ?? 0] as const]
    return phases
      .filter(([, ms]) => ms > 0)
      .map(([phase, ms]) => ({ labels: { ...labelsOf(monitor), phase }, value: toSeconds(ms) }))
  })
}

function describeMonitors({ monitors }: Measured, history: History | null): Family[] {
  const gauge = (name: string, help: string, valueOf: (monitor: MeasuredMonitor) => number | null): Family => ({
    name: `sitewatch_monitor_${name}`,
    help,
    samples: perMonitor(monitors, valueOf),
  })
  return [
    gauge('up', 'Whether the monitor is up; no series while it is paused or pending', upOf),
    {
      name: 'sitewatch_monitor_status',
      help: 'Status of the monitor: 1 for the current one',
      samples: monitors.flatMap((monitor) =>
        STATUSES.map((status) => ({
          labels: { ...labelsOf(monitor), status },
          value: toNumber(monitor.status === status),
        })),
      ),
    },
    {
      name: 'sitewatch_monitor_response_seconds',
      help: 'Response time of the last check, by phase',
      samples: listResponses(monitors, history),
    },
    gauge('slow', 'Whether the monitor is slower than its limit', ({ is_slow }) => toNumber(is_slow)),
    gauge('open_incidents', 'Open incidents of the monitor', ({ has_incident }) => toNumber(has_incident)),
    gauge('certificate_expiry_timestamp_seconds', 'When the certificate expires', ({ tls_expires_at }) =>
      tls_expires_at === null ? null : toSeconds(Date.parse(tls_expires_at)),
    ),
    gauge('last_check_timestamp_seconds', 'When the monitor was last checked', ({ last_checked_ms }) =>
      last_checked_ms === null ? null : toSeconds(last_checked_ms),
    ),
  ]
}

/** Down while any of its monitors is, as everywhere else; no value without a monitor that is up or down. */
function joinMonitors(monitors: readonly MeasuredMonitor[]): number | null {
  const values = monitors.flatMap((monitor) => upOf(monitor) ?? [])
  return values.length === 0 ? null : Math.min(...values)
}

function describeWebsites({ monitors, websites }: Measured, history: History | null): Family[] {
  const monitorsOf = Map.groupBy(monitors, ({ website_id }) => website_id)
  const family = (name: string, help: string, valueOf: (id: number) => number | null): Family => ({
    name: `sitewatch_website_${name}`,
    help,
    samples: websites.flatMap(({ id, domain }) => {
      const value = valueOf(id)
      return value === null ? [] : [{ labels: { website_id: id, domain }, value }]
    }),
  })
  const visitors = history?.visitors ?? null
  return [
    family('up', 'Whether all monitors of the website are up', (id) => joinMonitors(monitorsOf.get(id) ?? [])),
    family(
      'open_incidents',
      'Open incidents of the monitors of the website',
      (id) => (monitorsOf.get(id) ?? []).filter(({ has_incident }) => has_incident).length,
    ),
    family('visitors', 'Visitors in the last five minutes', (id) => visitors && (visitors.get(id) ?? 0)),
  ]
}

export function describeFamilies(measured: Measured, history: History | null): Family[] {
  const { monitors, monitor_count, websites, website_count } = measured
  return [
    ...describeMonitors(measured, history),
    ...describeWebsites(measured, history),
    {
      name: 'sitewatch_export_omitted',
      help: 'Monitors and websites without series, because there are more than the limit',
      samples: [
        { labels: { kind: 'monitors' }, value: Math.max(0, monitor_count - monitors.length) },
        { labels: { kind: 'websites' }, value: Math.max(0, website_count - websites.length) },
      ],
    },
    {
      name: 'sitewatch_export_history_available',
      help: 'Whether the history store answered; without it, phases and visitors are missing',
      samples: [{ labels: {}, value: toNumber(history !== null) }],
    },
  ]
}
