import type { Overview, OverviewIncident, OverviewMonitor, OverviewNotice, OverviewWebsite } from '@sitewatch/contract'
import { DAY_MS, HOUR_MS } from '@sitewatch/contract/durations'
import type { IncidentOfMonitor } from '../../monitoring/incidents/index.ts'
import type { WebsiteLine } from '../../analytics/websites/index.ts'
import { intersectSpans, mergeSpans, type Span } from '../../platform/time/spans.ts'
import { HOURS, type SilentWebsite, type WebsiteFigures } from './figures.ts'
import type { MonitorLine, TimeRange, TeamStatus } from './store.ts'

const timeText = (time_ms: number): string => new Date(time_ms).toISOString()

const WORST_FIRST = ['down', 'up', 'pending', 'paused'] as const

/** Down when one monitor is down; a paused or new monitor does not change the status of one that is up. */
export function joinStatus(statuses: readonly MonitorLine['status'][]): OverviewWebsite['status'] {
  return WORST_FIRST.find((status) => statuses.includes(status)) ?? null
}

export function joinUptime(uptimes: readonly (number | null)[]): number | null {
  const known = uptimes.filter((uptime) => uptime !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Merges ranges that overlap or touch; oldest first. Not mergeSpans, which would drop an incident that was resolved at once. */
export function mergeRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = []
  for (const range of [...ranges].sort((a, b) => a.from_ms - b.from_ms)) {
    const last = joined.at(-1)
    if (!last || (last.to_ms !== null && last.to_ms < range.from_ms)) joined.push({ ...range })
    else last.to_ms = last.to_ms === null || range.to_ms === null ? null : Math.max(last.to_ms, range.to_ms)
  }
  return joined
}

const toSpan = ({ from_ms, to_ms }: TimeRange): Span => ({ from: from_ms, to: to_ms ?? Infinity })
const toRange = ({ from, to }: Span): TimeRange => ({ from_ms: from, to_ms: to === Infinity ? null : to })

/** A website is unobserved while all of its monitors are. */
export function joinUnobserved(monitors: readonly (readonly TimeRange[])[]): TimeRange[] {
  const [first, ...rest] = monitors.map((ranges) => mergeSpans(ranges.map(toSpan)))
  return first ? rest.reduce<Span[]>(intersectSpans, first).map(toRange) : []
}

const describeRanges = (ranges: readonly TimeRange[]): OverviewWebsite['outages'] =>
  mergeRanges(ranges).map(({ from_ms, to_ms }) => [timeText(from_ms), to_ms === null ? null : timeText(to_ms)])

const NO_VISITORS: WebsiteFigures = { visitors_now: 0, visitors_24h: 0, hourly: Array.from({ length: HOURS }, () => 0) }
const UNKNOWN_FIGURES = { visitors_now: null, visitors_24h: null, hourly: null }

/** A paused monitor has nothing to alert about. */
const isUnalerted = ({ is_active, alerts_nobody }: MonitorLine): boolean => is_active && alerts_nobody

function describeWebsite(
  { id, domain, favorite, tracking_id, first_event_at, tags }: WebsiteLine,
  monitors: readonly MonitorLine[],
  figures: WebsiteFigures | typeof UNKNOWN_FIGURES,
): OverviewWebsite {
  return {
    id,
    domain,
    favorite,
    tracking_id,
    first_event_at,
    tags,
    ...figures,
    monitor_ids: monitors.map((monitor) => monitor.id).sort((a, b) => a - b),
    alerts_nobody: monitors.some(isUnalerted),
    status: joinStatus(monitors.map(({ status }) => status)),
    uptime_24h: joinUptime(monitors.map(({ uptime_24h }) => uptime_24h)),
    outages: describeRanges(monitors.flatMap(({ outages }) => outages)),
    unobserved: describeRanges(joinUnobserved(monitors.map(({ unobserved }) => unobserved))),
  }
}

function describeMonitor(monitor: MonitorLine): OverviewMonitor {
  const {
    id,
    friendly_name,
    url,
    type,
    status,
    is_active,
    tags,
    alerts_nobody,
    last_response_ms,
    uptime_24h,
    outages,
    unobserved,
  } = monitor
  return {
    id,
    friendly_name,
    url,
    type,
    status,
    is_active,
    tags,
    alerts_nobody,
    last_response_ms,
    uptime_24h,
    outages: describeRanges(outages),
    unobserved: describeRanges(unobserved),
  }
}

const describeIncident = ({ created_at, updated_at, ...incident }: IncidentOfMonitor): OverviewIncident => ({
  ...incident,
  created_at,
  updated_at,
})

/** Expired, or expires within the longest of its notice days. Without notice days, nothing is announced. */
function isExpiring(expires_at: string | null, notice_days: readonly number[], now_ms: number): expires_at is string {
  return expires_at !== null && Date.parse(expires_at) <= now_ms + Math.max(-Infinity, ...notice_days) * DAY_MS
}

const bySoonest = (a: { expires_at: string }, b: { expires_at: string }): number =>
  a.expires_at.localeCompare(b.expires_at)

export function findExpiring(monitors: readonly MonitorLine[], now_ms: number): OverviewNotice[] {
  const active = monitors.filter(({ is_active }) => is_active)
  const certificates = active
    .flatMap(({ id, friendly_name, tls_expires_at: expires_at, expiry_notice_days }) =>
      isExpiring(expires_at, expiry_notice_days, now_ms) ? [{ monitor_id: id, friendly_name, expires_at }] : [],
    )
    .sort(bySoonest)
  const domains = active.flatMap(({ id, domain, domain_expires_at: expires_at, expiry_notice_days }) =>
    domain !== null && isExpiring(expires_at, expiry_notice_days, now_ms)
      ? [{ domain, monitor_id: id, expires_at }]
      : [],
  )
  const each = [...new Map(domains.map((found) => [found.domain, found])).values()].sort(bySoonest)
  return [
    ...(certificates.length === 0 ? [] : [{ kind: 'certificates_expiring' as const, monitors: certificates }]),
    ...(each.length === 0 ? [] : [{ kind: 'domains_expiring' as const, domains: each }]),
  ]
}

/** Objectives of the websites and monitors that are shown. */
function findBadObjectives({ objectives, websites, monitors }: TeamStatus): OverviewNotice[] {
  const shown = objectives.filter(
    ({ monitor_id, website_id }) =>
      websites.some(({ id }) => id === website_id) || monitors.some(({ id }) => id === monitor_id),
  )
  if (shown.length === 0) return []
  return [
    {
      kind: 'objectives_at_risk',
      objectives: shown.map(({ objective_id, name, status }) => ({ objective_id, name, status })),
    },
  ]
}

function describeNotices({ status, silent, to_ms }: OverviewData): OverviewNotice[] {
  const { failing, websites, monitors } = status
  const domains = new Map(websites.map(({ id, domain }) => [id, domain]))
  const unalerted = monitors.filter(isUnalerted).map(({ id }) => id)
  return [
    ...(unalerted.length > 0 ? [{ kind: 'alerts_nobody' as const, monitor_ids: unalerted }] : []),
    ...findBadObjectives(status),
    ...findExpiring(monitors, to_ms),
    ...failing.map(({ provider_id, name, since, last_error }) => ({
      kind: 'provider_failing' as const,
      provider_id,
      name,
      since,
      last_error,
    })),
    ...silent.map(({ website_id, last_ms }) => ({
      kind: 'tracking_silent' as const,
      website_id,
      domain: domains.get(website_id) ?? '',
      since: timeText(last_ms),
    })),
  ]
}

const isUnchecked = ({ is_active, status, unobserved }: MonitorLine): boolean =>
  is_active && status !== 'pending' && unobserved.at(-1)?.to_ms === null

const countMonitors = (monitors: readonly MonitorLine[]): Overview['monitor_counts'] => ({
  total: monitors.length,
  active: monitors.filter(({ is_active }) => is_active).length,
  unchecked: monitors.filter(isUnchecked).length,
  alerts_nobody: monitors.filter(isUnalerted).length,
})

interface OverviewData {
  status: TeamStatus
  /** Null while ClickHouse cannot be read. */
  figures: ReadonlyMap<number, WebsiteFigures> | null
  silent: readonly SilentWebsite[]
  to_ms: number
}

export function assembleOverview(data: OverviewData): Overview {
  const { status, figures, to_ms } = data
  const shown = new Set(status.websites.map(({ id }) => id))
  // A limited key may see a monitor, and not its website; with a tag, the website may lack it.
  const ofWebsite = Map.groupBy(status.monitors, ({ website_id }) =>
    website_id !== null && shown.has(website_id) ? website_id : null,
  )
  return {
    object: 'overview',
    from: timeText(to_ms - HOURS * HOUR_MS),
    to: timeText(to_ms),
    monitor_counts: countMonitors(status.monitors),
    open_incidents: status.open_incidents.map(describeIncident),
    recent_incidents: status.recent_incidents.map(describeIncident),
    websites: status.websites.map((website) =>
      describeWebsite(
        website,
        ofWebsite.get(website.id) ?? [],
        figures ? (figures.get(website.id) ?? NO_VISITORS) : UNKNOWN_FIGURES,
      ),
    ),
    monitors: (ofWebsite.get(null) ?? []).map(describeMonitor),
    notices: describeNotices(data),
  }
}
