import type { UptimeFigures } from '@sitewatch/contract'
import { findPeriodSpan } from '../../analytics/reports/index.ts'
import { invalid, notFound } from '../../http/problem.ts'
import { type Sql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { computeReport } from './compute.ts'
import { type MonitorRow, readHistories } from '../../insights/error-budget/index.ts'
import { listReportedObjectives } from '../../insights/objectives/index.ts'
import type { ReportDays } from './period.ts'

/** Exactly one of the three is set. */
export interface ReportScope {
  monitor_id: number | null
  tag: string | null
  status_page_id: number | null
}

interface ReportRequest {
  scope: ReportScope
  days: ReportDays
  timezone: string
  target: number
  now_ms: number
  /** Incidents that ended longer ago are deleted. */
  retention_days: number
}

const MAX_MONITORS = 1000
const MAX_INCIDENTS = 1000

async function readName(tx: UserTx, { monitor_id, tag, status_page_id }: ReportScope): Promise<string> {
  if (tag !== null) return tag
  const found = await tx.maybe(
    monitor_id === null
      ? sql<{ name: string }>`select name from status_pages where team_id = ${tx.team_id} and id = ${status_page_id}`
      : sql<{ name: string }>`
        select friendly_name as name from monitors where team_id = ${tx.team_id} and id = ${monitor_id} and deleted_at is null`,
  )
  if (!found) throw notFound()
  return found.name
}

function isInScope(tx: UserTx, { monitor_id, tag, status_page_id }: ReportScope): Sql {
  if (monitor_id !== null) return sql`m.id = ${monitor_id}`
  if (tag !== null)
    return sql`(m.tags @> array[${tag}]
      or m.website_id in (select w.id from websites w where w.team_id = ${tx.team_id} and w.tags @> array[${tag}]))`
  return sql`(x.monitor_id is not null or m.website_id in (
    select y.website_id from status_page_websites y where y.team_id = ${tx.team_id} and y.status_page_id = ${status_page_id}))`
}

async function listMonitors(tx: UserTx, scope: ReportScope): Promise<MonitorRow[]> {
  const monitors = await tx.query(sql<MonitorRow>`
    select m.id, coalesce(x.label, m.friendly_name) as name, m.created_at, s.unobserved_since,
      coalesce(s.next_due_at, locations_due_at(s.team_id, s.monitor_id)) as next_due_at
    from monitors m join monitor_state s on s.team_id = m.team_id and s.monitor_id = m.id and s.location = ''
      left join status_page_monitors x on x.team_id = m.team_id and x.monitor_id = m.id and x.status_page_id = ${scope.status_page_id}
    where m.team_id = ${tx.team_id} and m.deleted_at is null and ${isInScope(tx, scope)}
    order by lower(coalesce(x.label, m.friendly_name)), m.id limit ${MAX_MONITORS + 1}`)
  if (monitors.length <= MAX_MONITORS) return monitors
  throw invalid('tag', 'too_many', `A report has at most ${MAX_MONITORS} monitors. Choose a tag with fewer.`)
}

/** A fixed number of queries, whatever the number of monitors. */
export async function readReport(tx: UserTx, request: ReportRequest): Promise<UptimeFigures> {
  const { scope, days, timezone, target, now_ms, retention_days } = request
  const { from_ms, to_ms } = findPeriodSpan(days, timezone)
  const period = { from: from_ms, to: to_ms }
  const name = await readName(tx, scope)
  const rows = await listMonitors(tx, scope)
  const monitors = await readHistories(tx, rows, { period, now_ms, retention_days })
  const ids = rows.map(({ id }) => id)
  const report = computeReport({ period, now_ms, target, monitors })
  return {
    object: 'uptime_figures',
    ...scope,
    name,
    from: new Date(from_ms).toISOString(),
    to: new Date(to_ms).toISOString(),
    timezone,
    is_complete: to_ms <= now_ms,
    target,
    ...report,
    incidents: report.incidents.slice(0, MAX_INCIDENTS),
    objectives: await listReportedObjectives(tx, ids, { now_ms, retention_days }),
  }
}
