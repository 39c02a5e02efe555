import type { Impact } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { getUnobservedSince } from '../checks/index.ts'
import { listDeploysOfWebsite } from '../deploys/index.ts'
import { computeUptime } from '../incidents/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'

interface MonitorRow {
  id: number
  name: string
  created_at: string
  unobserved_since: number | null
  next_due_at: number | null
  is_active: boolean
  tls_expires_at: string | null
  domain_expires_at: string | null
}

interface IncidentRow {
  /** Null for a traffic incident of the website. */
  monitor_id: number | null
  cause: string
  started_at: string
  resolved_at: string | null
  impact: Partial<Pick<Impact, 'visitors_lost' | 'goals' | 'revenue'>> | null
}

interface ReportPeriod {
  span: { from_ms: number; to_ms: number }
  now_ms: number
}

const SOON_DAYS = 30
const MAX_DEPLOYS = 100

/** Null unless it expires soon. */
function countDays(expires_at: string | null, now_ms: number): number | null {
  if (expires_at === null) return null
  const days = Math.max(0, Math.ceil((Date.parse(expires_at) - now_ms) / DAY_MS))
  return days > SOON_DAYS ? null : days
}

const countExpiryDays = ({ is_active, tls_expires_at, domain_expires_at }: MonitorRow, now_ms: number) => ({
  certificate_days: is_active ? countDays(tls_expires_at, now_ms) : null,
  domain_days: is_active ? countDays(domain_expires_at, now_ms) : null,
})

const measureSeconds = ({ started_at, resolved_at }: Pick<IncidentRow, 'started_at' | 'resolved_at'>, now_ms: number) =>
  Math.round(((resolved_at === null ? now_ms : Date.parse(resolved_at)) - Date.parse(started_at)) / 1000)

function describeIncident(
  { cause, started_at, resolved_at, impact }: IncidentRow,
  monitor_name: string | null,
  now_ms: number,
) {
  return {
    monitor_name,
    cause,
    started_at,
    resolved_at,
    duration_seconds: measureSeconds({ started_at, resolved_at }, now_ms),
    visitors_lost: impact?.visitors_lost ?? null,
    goals_lost: impact?.goals ?? [],
    revenue_lost: impact?.revenue ?? [],
  }
}

/** What the monitors of a website found in a period, and drops of its traffic; incidents newest first. The type is what a report needs. */
export async function readUptimeReport(
  tx: UserTx,
  website_id: number,
  { span: { from_ms, to_ms }, now_ms }: ReportPeriod,
) {
  const [from, to] = [new Date(from_ms), new Date(to_ms)]
  const linked = sql`(select id from monitors where team_id = ${tx.team_id} and website_id = ${website_id} and deleted_at is null)`
  const [monitors, incidents, unobserved, deploys] = await Promise.all([
    tx.query(sql<MonitorRow>`
      select m.id, m.friendly_name as name, m.created_at, s.unobserved_since,
        coalesce(s.next_due_at, locations_due_at(s.team_id, s.monitor_id)) as next_due_at,
        m.is_active, s.tls_expires_at, d.expires_at as domain_expires_at
      from monitors m join monitor_state s on s.team_id = m.team_id and s.monitor_id = m.id and s.location = ''
        left join monitor_domains d on d.team_id = m.team_id and d.monitor_id = m.id and d.url = m.url
      where m.team_id = ${tx.team_id} and m.website_id = ${website_id} and m.deleted_at is null and m.created_at < ${to}
      order by m.friendly_name, m.id`),
    tx.query(sql<IncidentRow>`
      select monitor_id, cause_message as cause, started_at, resolved_at, impact from incidents
      where team_id = ${tx.team_id} and (monitor_id in ${linked} or website_id = ${website_id})
        and started_at < ${to} and (resolved_at is null or resolved_at > ${from})
      order by started_at desc, id desc`),
    tx.query(sql<{ monitor_id: number; from_at: string; to_at: string }>`
      select monitor_id, from_at, to_at from monitor_unobserved
      where team_id = ${tx.team_id} and monitor_id in ${linked} and from_at < ${to} and to_at > ${from}`),
    listDeploysOfWebsite(tx, website_id, { from, to, max: MAX_DEPLOYS }),
  ])
  const names = new Map(monitors.map(({ id, name }) => [id, name]))
  return {
    monitors: monitors.map((monitor) => {
      const monitorIncidents = incidents.filter(({ monitor_id }) => monitor_id === monitor.id)
      const gaps = unobserved.filter(({ monitor_id }) => monitor_id === monitor.id)
      const since = getUnobservedSince(monitor, now_ms)
      const { uptime_percent, downtime_seconds } = computeUptime({
        window: { start: from_ms, end: to_ms },
        observed_from: Date.parse(monitor.created_at),
        incidents: monitorIncidents.map(({ started_at, resolved_at }) => ({
          started_at: Date.parse(started_at),
          resolved_at: resolved_at === null ? null : Date.parse(resolved_at),
        })),
        unobserved: [
          ...gaps.map(({ from_at, to_at }) => ({ from: Date.parse(from_at), to: Date.parse(to_at) })),
          ...(since === null ? [] : [{ from: since, to: null }]),
        ],
      })
      return {
        name: monitor.name,
        uptime_percent,
        downtime_seconds,
        incidents: monitorIncidents.length,
        ...countExpiryDays(monitor, now_ms),
      }
    }),
    incidents: incidents.map((incident) =>
      describeIncident(incident, incident.monitor_id === null ? null : (names.get(incident.monitor_id) ?? ''), now_ms),
    ),
    deploys,
  }
}
