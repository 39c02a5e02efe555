import { DAY_MS } from '@sitewatch/contract/durations'
import { getUnobservedSince } from '../../monitoring/checks/index.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import type { Span } from '../../platform/time/spans.ts'
import type { MonitorHistory } from './counted-spans.ts'

export interface MonitorRow {
  id: number
  name: string
  created_at: string
  unobserved_since: number | null
  next_due_at: number | null
}

interface IncidentRow {
  id: number
  monitor_id: number
  cause: string
  started_at: string
  confirmed_at: string
  acknowledged_at: string | null
  resolved_at: string | null
}

const listIncidents = (tx: UserTx, ids: readonly number[], [from, to]: readonly [Date, Date]): Promise<IncidentRow[]> =>
  tx.query(sql<IncidentRow>`
    select id, monitor_id, cause_message as cause, started_at, confirmed_at, acknowledged_at, resolved_at from incidents
    where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])
      and started_at < ${to} and (resolved_at is null or resolved_at > ${from})`)

interface SpanRow {
  /** Null: of all monitors. */
  monitor_id: number | null
  from_at: string
  to_at: string
}

const listUnobserved = (tx: UserTx, ids: readonly number[], [from, to]: readonly [Date, Date]): Promise<SpanRow[]> =>
  tx.query(sql<SpanRow>`
    select monitor_id, from_at, to_at from monitor_unobserved
    where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[]) and from_at < ${to} and to_at > ${from}`)

/** As the windows are defined now: one that is added afterwards counts, too. */
const listMaintenance = (tx: UserTx, ids: readonly number[], [from, to]: readonly [Date, Date]): Promise<SpanRow[]> =>
  tx.query(sql<SpanRow>`
    select x.monitor_id, s.from_at, s.to_at
    from maintenance_windows w
      left join maintenance_monitors x on x.team_id = w.team_id and x.window_id = w.id and x.monitor_id = any(${ids}::bigint[])
      cross join lateral maintenance_spans(w, ${from}, ${to}) s
    where w.team_id = ${tx.team_id} and (w.all_monitors or x.monitor_id is not null)`)

const toSpan = ({ from_at, to_at }: SpanRow): Span => ({ from: Date.parse(from_at), to: Date.parse(to_at) })
const toMs = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

interface HistoryRange {
  period: Span
  now_ms: number
  /** Incidents that ended longer ago are deleted. */
  retention_days: number
}

/** Three queries, whatever the number of monitors. */
export async function readHistories(
  tx: UserTx,
  monitors: readonly MonitorRow[],
  { period, now_ms, retention_days }: HistoryRange,
): Promise<MonitorHistory[]> {
  const ids = monitors.map(({ id }) => id)
  const bounds = [new Date(period.from), new Date(period.to)] as const
  const [incidents, unobserved, maintenance] = await Promise.all([
    listIncidents(tx, ids, bounds),
    listUnobserved(tx, ids, bounds),
    listMaintenance(tx, ids, bounds),
  ])
  const incidentsOf = Map.groupBy(incidents, ({ monitor_id }) => monitor_id)
  const gapsOf = Map.groupBy(unobserved, ({ monitor_id }) => monitor_id)
  const windowsOf = Map.groupBy(maintenance, ({ monitor_id }) => monitor_id)
  const kept_from = now_ms - retention_days * DAY_MS
  return monitors.map((monitor) => {
    const current = getUnobservedSince(monitor, now_ms)
    return {
      id: monitor.id,
      name: monitor.name,
      observed_from: Math.max(Date.parse(monitor.created_at), kept_from),
      incidents: (incidentsOf.get(monitor.id) ?? []).map((incident) => ({
        id: incident.id,
        cause: incident.cause,
        started_at: Date.parse(incident.started_at),
        confirmed_at: Date.parse(incident.confirmed_at),
        acknowledged_at: toMs(incident.acknowledged_at),
        resolved_at: toMs(incident.resolved_at),
      })),
      unobserved: [
        ...(gapsOf.get(monitor.id) ?? []).map(toSpan),
        ...(current === null ? [] : [{ from: current, to: null }]),
      ],
      maintenance: [...(windowsOf.get(monitor.id) ?? []), ...(windowsOf.get(null) ?? [])].map(toSpan),
    }
  })
}

/** The same for monitors by their ids; deleted ones are left out. */
export async function readHistoriesOf(
  tx: UserTx,
  ids: readonly number[],
  range: HistoryRange,
): Promise<MonitorHistory[]> {
  if (ids.length === 0) return []
  const monitors = await tx.query(sql<MonitorRow>`
    select m.id, m.friendly_name as name, m.created_at, s.unobserved_since,
      coalesce(s.next_due_at, locations_due_at(s.team_id, s.monitor_id)) as next_due_at
    from monitors m join monitor_state s on s.team_id = m.team_id and s.monitor_id = m.id and s.location = ''
    where m.team_id = ${tx.team_id} and m.deleted_at is null and m.id = any(${ids}::bigint[])`)
  return readHistories(tx, monitors, range)
}
