import { DAY_MS } from '@sitewatch/contract/durations'
import { getShownStatus, getUnobservedSince, type MonitorState } from '../checks/index.ts'
import { computeUptime, NO_HISTORY, readHistories, type TimeWindow, type UptimeSource } from '../incidents/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { joinMonitors, type Segment } from './join-monitors.ts'

/** The joint result of the monitors of a website, without their names and addresses. */
interface UptimeTimeline {
  status: Segment['state']
  uptime_percent: number | null
  segments: Segment[]
}

interface MonitorRow {
  id: number
  created_at: string
  status: MonitorState['status']
  unobserved_since: number | null
  next_due_at: number | null
  now_ms: number
}

const listMonitorsOf = (tx: UserTx, website_id: number): Promise<MonitorRow[]> =>
  tx.query(sql<MonitorRow>`
    select m.id, m.created_at, s.status, s.unobserved_since,
      coalesce(s.next_due_at, locations_due_at(s.team_id, s.monitor_id)) as next_due_at,
      (extract(epoch from now()) * 1000)::bigint as now_ms
    from monitors m join monitor_state s on s.team_id = m.team_id and s.monitor_id = m.id and s.location = ''
    where m.team_id = ${tx.team_id} and m.website_id = ${website_id} and m.deleted_at is null`)

function describeHistory(row: MonitorRow, { incidents, unobserved }: UptimeSource) {
  const since = getUnobservedSince(row, row.now_ms)
  return {
    observed_from: Date.parse(row.created_at),
    incidents,
    unobserved: since === null ? unobserved : [...unobserved, { from: since, to: null }],
  }
}

/** Up only while at least one of them is being checked. */
function findStatus(rows: readonly MonitorRow[]): Segment['state'] {
  if (rows.some((row) => getShownStatus(row) === 'down')) return 'down'
  const isUp = (row: MonitorRow): boolean =>
    getShownStatus(row) === 'up' && getUnobservedSince(row, row.now_ms) === null
  return rows.some(isUp) ? 'up' : 'unobserved'
}

/** Null when no monitor is linked with the website. */
export async function readUptimeTimeline(
  tx: UserTx,
  website_id: number,
  window: TimeWindow,
): Promise<UptimeTimeline | null> {
  const rows = await listMonitorsOf(tx, website_id)
  if (rows.length === 0) return null
  const longest = window.end - window.start > 29.5 * DAY_MS ? '1y' : '30d'
  const histories = await readHistories(
    tx,
    rows.map(({ id }) => id),
    longest,
  )
  const segments = joinMonitors(
    window,
    rows.map((row) => describeHistory(row, histories.get(row.id) ?? NO_HISTORY)),
  )
  const spansOf = (state: Segment['state']): Segment[] => segments.filter((segment) => segment.state === state)
  const { uptime_percent } = computeUptime({
    window,
    observed_from: window.start,
    incidents: spansOf('down').map(({ from_ms, to_ms }) => ({ started_at: from_ms, resolved_at: to_ms })),
    unobserved: spansOf('unobserved').map(({ from_ms, to_ms }) => ({ from: from_ms, to: to_ms })),
  })
  return { status: findStatus(rows), uptime_percent, segments }
}
