import type { ComponentState } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { getShownStatus, getUnobservedSince } from '../../monitoring/checks/index.ts'
import { sha256 } from '../../platform/secrets.ts'
import { msg, t } from '../../platform/text/index.ts'
import {
  type DayView,
  describeDays,
  type History,
  joinHistories,
  measure,
  readHistories,
  startOfDay,
} from './daily-uptime.ts'
import { sortByGroup } from './groups.ts'
import type { LogoView } from './logo-file.ts'
import {
  addWritten,
  type ComponentStatus,
  describeOverall,
  joinStatuses,
  type Overall,
  STATUS_OF_STATE,
} from './overall.ts'
import type { IncidentSource, MaintenanceView, MonitorSource, PageSource } from './page-source.ts'
import { describeWritten, findWrittenStates, makeRef, type WrittenView } from './written.ts'

export const DAYS = 90
export const HISTORY_DAYS = 14
const MAX_INCIDENTS = 100

export interface ComponentView {
  /** Identifies it in feeds, in forms and in the URL of a feed, without revealing its id. */
  ref: string
  label: string
  group: string | null
  status: ComponentStatus
  /** The state that people wrote, if it is worse than the measured one. */
  written: ComponentState | null
  /** Null for a website whose statistics are not public. */
  figures: {
    uptime_percent: number | null
    response_ms: number | null
    /** How many of the last 90 days have data. */
    monitored_days: number
    /** From the first day with data to today. */
    days: DayView[]
  } | null
}

export interface IncidentView {
  /** Its id in feeds; does not reveal how many there are. */
  ref: string
  component_ref: string
  label: string
  cause: string
  started_at: string
  resolved_at: string | null
  duration_seconds: number
  /** The `ref` of the incident that people wrote about it. */
  written_ref: string | null
}

export interface PublicView {
  name: string
  description: string | null
  accent_color: string | null
  logo: LogoView | null
  overall: Overall
  components: ComponentView[]
  incidents: IncidentView[]
  more_incidents: number
  maintenance: MaintenanceView[]
  /** Incidents and maintenance that people wrote; those that have not ended come first. */
  written: WrittenView[]
  ref: string
  created_at: string
  updated_at: string
  generated_at: string
}

function describeFigures(
  source: PageSource,
  histories: ReadonlyMap<number, History>,
  monitors: readonly MonitorSource[],
): ComponentView['figures'] {
  const { now_ms, page } = source
  const history = joinHistories(monitors.flatMap((monitor) => histories.get(monitor.id) ?? []))
  const first = startOfDay(now_ms) - (DAYS - 1) * DAY_MS
  const responding = monitors.filter(
    (monitor) => statusOf(monitor, now_ms) === 'up' && monitor.last_response_ms !== null,
  )
  const slowest = Math.max(...responding.map((monitor) => monitor.last_response_ms ?? 0))
  const days = describeDays(history, { first, count: DAYS, now_ms })
  const start = days.findIndex((day) => day.state !== 'unknown')
  return {
    uptime_percent: measure(history, { start: first, end: now_ms }).uptime_percent,
    response_ms: page.show_response_times && responding.length > 0 ? Math.round(slowest) : null,
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

interface ComponentSource extends ComponentView {
  key: string
  monitor_ids: number[]
}

const identify = ({ page }: PageSource, key: string) => ({ key, ref: makeRef(page.id, key), written: null })

function describeComponents(source: PageSource): ComponentSource[] {
  const histories = readHistories(source)
  const monitorComponents = source.monitors
    .filter((monitor) => monitor.position !== null)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((monitor) => ({
      ...identify(source, `m${monitor.id}`),
      label: monitor.label ?? monitor.name,
      group: monitor.group_name,
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
        ...identify(source, `w${website.id}`),
        label: website.label ?? website.domain,
        group: website.group_name,
        status: joinStatuses(monitors.map((monitor) => statusOf(monitor, source.now_ms))),
        figures: isOpen ? describeFigures(source, histories, monitors) : null,
        monitor_ids: isOpen ? monitors.map((monitor) => monitor.id) : [],
      }
    })
  return sortByGroup([...monitorComponents, ...websites])
}

/** Adds the state that people wrote if it is worse than the measured one. */
function withWritten(component: ComponentSource, states: ReadonlyMap<string, ComponentState>): ComponentSource {
  const state = states.get(component.ref)
  if (state === undefined) return component
  const status = joinStatuses([component.status, STATUS_OF_STATE[state]])
  return status === component.status ? component : { ...component, status, written: state }
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

/** Only the kind of cause: the response of the target is private to the team. */
export const describeCause = (kind: string): string => t(CAUSES[kind] ?? msg('no response'))

/** ISO times in the same format can be compared as text. */
const byNewest = (a: IncidentSource, b: IncidentSource): number =>
  a.started_at === b.started_at ? b.id - a.id : a.started_at < b.started_at ? 1 : -1

function describeIncidents(
  source: PageSource,
  components: readonly ComponentSource[],
): Pick<PublicView, 'incidents' | 'more_incidents'> {
  const componentOf = new Map(
    components.toReversed().flatMap((component) => component.monitor_ids.map((id) => [id, component] as const)),
  )
  const since = new Date(startOfDay(source.now_ms) - (HISTORY_DAYS - 1) * DAY_MS).toISOString()
  const recent = source.incidents
    .filter(
      ({ monitor_id, resolved_at }) => componentOf.has(monitor_id) && (resolved_at === null || resolved_at >= since),
    )
    .sort(byNewest)
  const writtenRefs = new Map(source.written.map(({ incident_id, ref }) => [incident_id, ref]))
  const incidents = recent.slice(0, MAX_INCIDENTS).map((incident) => ({
    ref: sha256(`${source.page.id}/${incident.id}/${incident.started_at}`).toString('hex').slice(0, 16),
    component_ref: componentOf.get(incident.monitor_id)?.ref ?? '',
    label: componentOf.get(incident.monitor_id)?.label ?? '',
    cause: describeCause(incident.cause_kind),
    started_at: incident.started_at,
    resolved_at: incident.resolved_at,
    duration_seconds: measureDuration(incident, source.now_ms),
    written_ref: writtenRefs.get(incident.id) ?? null,
  }))
  return { incidents, more_incidents: recent.length - incidents.length }
}

export function measureDuration(incident: { started_at: string; resolved_at: string | null }, now_ms: number): number {
  const end = incident.resolved_at === null ? now_ms : Date.parse(incident.resolved_at)
  return Math.max(0, Math.round((end - Date.parse(incident.started_at)) / 1000))
}

/** What the public may read. Nothing else from the source is shown: no address, no header, no message, no id. */
export function buildView(source: PageSource): PublicView {
  const measured = describeComponents(source)
  const shown = new Map(measured.map(({ key, ref, label }) => [key, { ref, label }]))
  const written = source.written.map((each) => describeWritten(each, shown, source.now_ms))
  const states = findWrittenStates(written)
  const components = measured.map((component) => withWritten(component, states))
  const overall = describeOverall(components.map((component) => component.status))
  return {
    name: source.page.name,
    description: source.page.description,
    accent_color: source.page.accent_color,
    logo: source.page.logo,
    overall: addWritten(overall, written),
    components: components.map(({ key: _key, monitor_ids: _ids, ...component }) => component),
    ...describeIncidents(source, components),
    maintenance: [...source.maintenance],
    written,
    ref: makeRef(source.page.id),
    created_at: source.page.created_at,
    updated_at: source.page.updated_at,
    generated_at: new Date(source.now_ms).toISOString(),
  }
}
