import { getShownStatus, getUnobservedSince, type MonitorState } from '../../monitoring/checks/index.ts'
import { sha256 } from '../../platform/secrets.ts'
import { msg, t } from '../../platform/text/index.ts'
import {
  DAY_MS,
  type DayView,
  describeDays,
  type History,
  joinHistories,
  measure,
  readHistories,
  startOfDay,
} from './daily-uptime.ts'

export const DAYS = 90
export const HISTORY_DAYS = 14
const MAX_INCIDENTS = 100

export type ComponentStatus = 'up' | 'down' | 'maintenance' | 'paused' | 'unknown'

export interface ComponentView {
  label: string
  status: ComponentStatus
  /** Null for a website whose statistics are not public. */
  figures: {
    uptime_percent: number | null
    response_ms: number | null
    /** How many of the last 90 days the figure is made of. */
    monitored_days: number
    /** From the first day with data to today. */
    days: DayView[]
  } | null
}

export interface IncidentView {
  /** Its id in feeds; does not reveal how many there are. */
  ref: string
  label: string
  cause: string
  started_at: string
  resolved_at: string | null
  duration_seconds: number
}

export interface MaintenanceView {
  name: string
  starts_at: string
  ends_at: string
  is_under_way: boolean
}

export interface PublicView {
  name: string
  description: string | null
  overall: { status: ComponentStatus; text: string }
  components: ComponentView[]
  incidents: IncidentView[]
  more_incidents: number
  maintenance: MaintenanceView[]
  generated_at: string
}

export interface MonitorSource {
  id: number
  name: string
  /** Its position when shown on its own; null when only its website is shown. */
  position: number | null
  label: string | null
  website_id: number | null
  created_at: string
  status: MonitorState['status']
  unknown: MonitorState['unknown']
  unobserved_since: number | null
  next_due_at: number | null
  last_response_ms: number | null
  is_maintained: boolean
}

export interface IncidentSource {
  id: number
  monitor_id: number
  cause_kind: string
  started_at: string
  resolved_at: string | null
}

export interface PageSource {
  now_ms: number
  page: { id: number; name: string; description: string | null; show_response_times: boolean }
  monitors: readonly MonitorSource[]
  websites: readonly { id: number; domain: string; privacy: number; position: number }[]
  incidents: readonly IncidentSource[]
  unobserved: readonly { monitor_id: number; from: number; to: number; reason: 'paused' | 'unknown' }[]
  maintenance: readonly MaintenanceView[]
}

function describeFigures(
  source: PageSource,
  histories: ReadonlyMap<number, History>,
  monitors: readonly MonitorSource[],
): ComponentView['figures'] {
  const { now_ms, page } = source
  const history = joinHistories(monitors.flatMap((monitor) => histories.get(monitor.id) ?? []))
  const first = startOfDay(now_ms) - (DAYS - 1) * DAY_MS
  const answered = monitors.filter((monitor) => statusOf(monitor, now_ms) === 'up' && monitor.last_response_ms !== null)
  const slowest = Math.max(...answered.map((monitor) => monitor.last_response_ms ?? 0))
  const days = describeDays(history, { first, count: DAYS, now_ms })
  const start = days.findIndex((day) => day.state !== 'unknown')
  return {
    uptime_percent: measure(history, { start: first, end: now_ms }).uptime_percent,
    response_ms: page.show_response_times && answered.length > 0 ? Math.round(slowest) : null,
    monitored_days: days.filter((day) => day.uptime_percent !== null).length,
    days: start < 0 ? [] : days.slice(start),
  }
}

/** Up only while observed; announced maintenance is shown as maintenance. */
function statusOf(monitor: MonitorSource, now_ms: number): ComponentStatus {
  const shown = getShownStatus(monitor)
  if (shown === 'paused' || shown === 'down') return shown
  if (monitor.is_maintained) return 'maintenance'
  if (shown === 'pending') return 'unknown'
  return getUnobservedSince(monitor, now_ms) === null ? 'up' : 'unknown'
}

const WORST_FIRST: readonly ComponentStatus[] = ['down', 'maintenance', 'up', 'unknown', 'paused']

function joinStatuses(statuses: readonly ComponentStatus[]): ComponentStatus {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? 'unknown'
}

interface Shown extends ComponentView {
  monitor_ids: number[]
}

function describeComponents(source: PageSource): Shown[] {
  const histories = readHistories(source)
  const alone = source.monitors
    .filter((monitor) => monitor.position !== null)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((monitor) => ({
      label: monitor.label ?? monitor.name,
      status: statusOf(monitor, source.now_ms),
      figures: describeFigures(source, histories, [monitor]),
      monitor_ids: [monitor.id],
    }))
  const websites = [...source.websites]
    .sort((a, b) => a.position - b.position)
    .map((website) => {
      const monitors = source.monitors.filter((monitor) => monitor.website_id === website.id)
      const isOpen = website.privacy === 0
      return {
        label: website.domain,
        status: joinStatuses(monitors.map((monitor) => statusOf(monitor, source.now_ms))),
        figures: isOpen ? describeFigures(source, histories, monitors) : null,
        monitor_ids: isOpen ? monitors.map((monitor) => monitor.id) : [],
      }
    })
  return [...alone, ...websites]
}

const CAUSES: Readonly<Record<string, string>> = {
  dns: msg('DNS lookup failed'),
  connect: msg('connection failed'),
  tls: msg('TLS certificate error'),
  timeout: msg('request timed out'),
  http_status: msg('error response'),
  keyword: msg('unexpected content'),
  icmp: msg('no ping reply'),
  response: msg('unexpected response'),
  dns_record: msg('unexpected DNS records'),
  heartbeat_missed: msg('a job did not run'),
  heartbeat_failed: msg('a job failed'),
  assertion: msg('unexpected content'),
}

/** The kind of cause only: what the target answered is private to the owner. */
export const describeCause = (kind: string): string => t(CAUSES[kind] ?? msg('no response'))

/** ISO times of one form sort as text does. */
const isNewer = (a: IncidentSource, b: IncidentSource): number =>
  a.started_at === b.started_at ? b.id - a.id : a.started_at < b.started_at ? 1 : -1

function describeIncidents(
  source: PageSource,
  components: readonly Shown[],
): Pick<PublicView, 'incidents' | 'more_incidents'> {
  const labels = new Map(
    components.toReversed().flatMap(({ label, monitor_ids }) => monitor_ids.map((id) => [id, label] as const)),
  )
  const since = new Date(startOfDay(source.now_ms) - (HISTORY_DAYS - 1) * DAY_MS).toISOString()
  const recent = source.incidents
    .filter(({ monitor_id, resolved_at }) => labels.has(monitor_id) && (resolved_at === null || resolved_at >= since))
    .sort(isNewer)
  const incidents = recent.slice(0, MAX_INCIDENTS).map((incident) => ({
    ref: sha256(`${source.page.id}/${incident.id}/${incident.started_at}`).toString('hex').slice(0, 16),
    label: labels.get(incident.monitor_id) ?? '',
    cause: describeCause(incident.cause_kind),
    started_at: incident.started_at,
    resolved_at: incident.resolved_at,
    duration_seconds: measureDuration(incident, source.now_ms),
  }))
  return { incidents, more_incidents: recent.length - incidents.length }
}

export function measureDuration(incident: { started_at: string; resolved_at: string | null }, now_ms: number): number {
  const end = incident.resolved_at === null ? now_ms : Date.parse(incident.resolved_at)
  return Math.max(0, Math.round((end - Date.parse(incident.started_at)) / 1000))
}

export function describeOverall(statuses: readonly ComponentStatus[]): PublicView['overall'] {
  const count = (wanted: ComponentStatus): number => statuses.filter((status) => status === wanted).length
  const [total, down, maintained, up] = [statuses.length, count('down'), count('maintenance'), count('up')]
  if (total === 0) return { status: 'unknown', text: t('Nothing to show yet') }
  if (down > 0) {
    const text =
      total === 1
        ? t('The service is down')
        : down === total
          ? t('All systems are down')
          : down === 1
            ? t('1 of {total} is down', { total })
            : t('{down} of {total} are down', { down, total })
    return { status: 'down', text }
  }
  if (maintained > 0) return { status: 'maintenance', text: t('Maintenance in progress') }
  if (up === total) return { status: 'up', text: t('All systems operational') }
  if (up === 0) return { status: 'unknown', text: t('No monitoring data at the moment') }
  const rest = total - up
  const text =
    up === 1
      ? t('1 of {total} is up, no data for {rest}', { total, rest })
      : t('{up} of {total} are up, no data for {rest}', { up, total, rest })
  return { status: 'up', text }
}

/** What the public may read. Nothing else of the source is shown: no address, no header, no message, no id. */
export function buildView(source: PageSource): PublicView {
  const components = describeComponents(source)
  return {
    name: source.page.name,
    description: source.page.description,
    overall: describeOverall(components.map((component) => component.status)),
    components: components.map(({ label, status, figures }) => ({ label, status, figures })),
    ...describeIncidents(source, components),
    maintenance: [...source.maintenance],
    generated_at: new Date(source.now_ms).toISOString(),
  }
}
