import { findSettingFacts, type MonitorType } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { getShownStatus, getUnobservedSince, type MonitorState } from '../../monitoring/checks/index.ts'
import {
  computeUptime,
  findSpans,
  findWindow,
  type IncidentOfMonitor,
  listOpenIncidents,
  listResolvedIncidents,
  NO_HISTORY,
  readHistories,
} from '../../monitoring/incidents/index.ts'
import { ALERTS_NOBODY } from '../../monitoring/monitors/index.ts'
import { type FailingProvider, listFailingProviders } from '../../alerting/notifications/index.ts'
import { type BadObjective, listBadObjectives } from '../../insights/objectives/index.ts'
import { emptySql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listWebsiteLines, type WebsiteLine } from '../../analytics/websites/index.ts'

/** Epoch milliseconds; null while it continues. */
export interface TimeRange {
  from_ms: number
  to_ms: number | null
}

export interface MonitorLine {
  id: number
  friendly_name: string
  url: string
  type: MonitorType
  website_id: number | null
  is_active: boolean
  alerts_nobody: boolean
  tags: string[]
  status: ReturnType<typeof getShownStatus>
  last_response_ms: number | null
  tls_expires_at: string | null
  domain: string | null
  domain_expires_at: string | null
  expiry_notice_days: readonly number[]
  uptime_24h: number | null
  outages: TimeRange[]
  /** Times without checks, whether the monitor was paused or could not be checked. */
  unobserved: TimeRange[]
}

interface MonitorRow extends Omit<
  MonitorLine,
  'status' | 'uptime_24h' | 'outages' | 'unobserved' | 'expiry_notice_days'
> {
  expiry_notice_days: number[] | null
  status: MonitorState['status']
  unobserved_since: number | null
  next_due_at: number | null
  created_at: string
  now_ms: number
}

export interface TeamStatus {
  websites: WebsiteLine[]
  monitors: MonitorLine[]
  open_incidents: IncidentOfMonitor[]
  recent_incidents: IncidentOfMonitor[]
  failing: FailingProvider[]
  objectives: BadObjective[]
}

const MAX_INCIDENTS = 200
const RECENT = { days: 7, max: 5 }

/** With the tag, or of a website with the tag. */
const hasTag = (tx: UserTx, tag: string) => sql`(m.tags @> array[${tag}]
  or m.website_id in (select w.id from websites w where w.team_id = ${tx.team_id} and w.tags @> array[${tag}]))`

function listMonitorRows(tx: UserTx, tag: string | undefined): Promise<MonitorRow[]> {
  return tx.query(sql<MonitorRow>`
    select m.id, m.friendly_name, m.url, m.type, m.website_id, m.is_active, m.tags,
      ${ALERTS_NOBODY} as alerts_nobody, m.created_at, s.status, s.unobserved_since,
      coalesce(s.next_due_at, locations_due_at(s.team_id, s.monitor_id)) as next_due_at, s.last_response_ms, s.tls_expires_at,
      d.domain, d.expires_at as domain_expires_at, m.settings -> 'expiry_notice_days' as expiry_notice_days,
      (extract(epoch from now()) * 1000)::bigint as now_ms
    from monitors m join monitor_state s on s.team_id = m.team_id and s.monitor_id = m.id and s.location = ''
      left join monitor_domains d on d.team_id = m.team_id and d.monitor_id = m.id and d.url = m.url
    where m.team_id = ${tx.team_id} and m.deleted_at is null ${tag === undefined ? emptySql : sql`and ${hasTag(tx, tag)}`}
    order by lower(m.friendly_name), m.id`)
}

/** For a monitor whose settings were saved before this setting existed. */
const readDefaultDays = (type: MonitorType): readonly number[] =>
  (findSettingFacts(type).defaults['expiry_notice_days'] as readonly number[] | undefined) ?? []

/** Two round trips, whatever the number of websites and monitors: the second one reads incidents by monitor id. */
export async function readTeamStatus(
  tx: UserTx,
  { seesProviders, now_ms, tag }: { seesProviders: boolean; now_ms: number; tag?: string | undefined },
): Promise<TeamStatus> {
  const since = new Date(now_ms - RECENT.days * DAY_MS)
  const [websites, rows, open_incidents, recent_incidents, failing, objectives] = await Promise.all([
    listWebsiteLines(tx, tag),
    listMonitorRows(tx, tag),
    listOpenIncidents(tx, { max: MAX_INCIDENTS, tag }),
    listResolvedIncidents(tx, { since, max: RECENT.max, tag }),
    seesProviders ? listFailingProviders(tx) : [],
    listBadObjectives(tx),
  ])
  const ids = rows.map(({ id }) => id)
  const histories = await readHistories(tx, ids, '24h')
  const monitors = rows.map(
    ({ status, unobserved_since, next_due_at, created_at, now_ms: read_ms, ...row }): MonitorLine => {
      const expiry_notice_days = row.expiry_notice_days ?? readDefaultDays(row.type)
      const { incidents, unobserved } = histories.get(row.id) ?? NO_HISTORY
      const open_since = getUnobservedSince({ unobserved_since, next_due_at }, read_ms)
      const window = findWindow('24h', read_ms)
      const input = {
        window,
        observed_from: Date.parse(created_at),
        incidents,
        unobserved: open_since === null ? unobserved : [...unobserved, { from: open_since, to: null }],
      }
      const { uptime_percent } = computeUptime(input)
      const ranges = findSpans(input).unobserved.map(({ from, to }) => ({
        from_ms: from,
        to_ms: to >= window.end ? null : to,
      }))
      const outages = incidents
        .filter(({ resolved_at }) => resolved_at === null || resolved_at > window.start)
        .map(({ started_at, resolved_at }) => ({ from_ms: started_at, to_ms: resolved_at }))
      return {
        ...row,
        expiry_notice_days,
        status: getShownStatus({ status }),
        uptime_24h: uptime_percent,
        outages,
        unobserved: ranges,
      }
    },
  )
  return { websites, monitors, open_incidents, recent_incidents, failing, objectives }
}
