import { MAX_METRICS_MONITORS, MAX_METRICS_WEBSITES, type MonitorType } from '@sitewatch/contract'
import { getShownStatus, type MonitorState } from '../../monitoring/checks/index.ts'
import { IS_SLOW } from '../../monitoring/monitors/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'

declare const owned: unique symbol

export interface MeasuredMonitor {
  id: number
  name: string
  type: MonitorType
  interval: number
  website_id: number | null
  status: ReturnType<typeof getShownStatus>
  last_checked_ms: number | null
  last_response_ms: number | null
  is_slow: boolean
  tls_expires_at: string | null
  has_incident: boolean
}

interface MeasuredWebsite {
  id: number
  domain: string
}

/** Created only by a read under row-level security. ClickHouse has no such policies: every query there requires one. */
export interface Measured {
  readonly team_id: number
  readonly monitors: readonly MeasuredMonitor[]
  readonly monitor_count: number
  readonly websites: readonly MeasuredWebsite[]
  readonly website_count: number
  readonly [owned]: true
}

type MonitorRow = Omit<MeasuredMonitor, 'status'> & { status: MonitorState['status'] }

const listMonitors = (tx: UserTx): Promise<MonitorRow[]> =>
  tx.query(sql<MonitorRow>`
    select m.id, m.friendly_name as name, m.type, m.interval_seconds as interval, m.website_id, s.status,
      s.last_checked_at as last_checked_ms, s.last_response_ms, ${IS_SLOW} as is_slow, s.tls_expires_at,
      exists (select from incidents i where i.team_id = m.team_id and i.monitor_id = m.id and i.resolved_at is null) as has_incident
    from monitors m join monitor_state s on s.team_id = m.team_id and s.monitor_id = m.id and s.location = ''
    where m.team_id = ${tx.team_id} and m.deleted_at is null order by m.id limit ${MAX_METRICS_MONITORS}`)

interface Counts {
  monitor_count: number
  website_count: number
}

/** Oldest first, by ID, so that a new one never takes the place of one that already has series. */
export async function readMeasured(tx: UserTx): Promise<Measured> {
  const [rows, websites, counts] = await Promise.all([
    listMonitors(tx),
    tx.query(sql<MeasuredWebsite>`
      select id, domain from websites where team_id = ${tx.team_id} order by id limit ${MAX_METRICS_WEBSITES}`),
    tx.one(sql<Counts>`
      select (select count(*) from monitors where team_id = ${tx.team_id} and deleted_at is null) as monitor_count,
        (select count(*) from websites where team_id = ${tx.team_id}) as website_count`),
  ])
  const monitors = rows.map(({ status, ...row }) => ({ ...row, status: getShownStatus({ status }) }))
  return { team_id: tx.team_id, monitors, websites, ...counts } as unknown as Measured
}
