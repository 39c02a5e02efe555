import { DAY_MS } from '@sitewatch/contract/durations'
import type { UserTx } from '../../platform/postgres/index.ts'
import { sql } from '../../platform/postgres/index.ts'
import type { Span } from '../../platform/time/spans.ts'
import { type MonitorHistory, readHistoriesOf } from '../error-budget/index.ts'
import { joinSpans, type Measured, measureClock, measureVisits, type VisitDay } from './measured.ts'
import type { ObjectiveRow } from './record.ts'

export interface ReadParts {
  now_ms: number
  /** Incidents that ended longer ago are deleted. */
  retention_days: number
}

type Subject = Pick<ObjectiveRow, 'monitor_id' | 'website_id'>

interface SubjectMonitor {
  id: number
  website_id: number | null
}

const isPresent = (id: number | null): id is number => id !== null

const listMonitorsOf = (tx: UserTx, subjects: readonly Subject[]): Promise<SubjectMonitor[]> =>
  tx.query(sql<SubjectMonitor>`
    select id, website_id from monitors where team_id = ${tx.team_id} and deleted_at is null
      and (id = any(${subjects.map(({ monitor_id }) => monitor_id).filter(isPresent)}::bigint[])
        or website_id = any(${subjects.map(({ website_id }) => website_id).filter(isPresent)}::bigint[]))`)

export interface SubjectData {
  histories: MonitorHistory[]
  /** The website whose visits are counted. */
  website_id: number | null
}

/** The histories of the monitors of some objectives, from a time on. A fixed number of queries, whatever the number of objectives. */
export async function readSubjects(
  tx: UserTx,
  subjects: readonly Subject[],
  { from_ms, now_ms, retention_days }: ReadParts & { from_ms: number },
): Promise<(subject: Subject) => SubjectData> {
  const monitors = await listMonitorsOf(tx, subjects)
  const ids = monitors.map(({ id }) => id)
  const period = { from: from_ms, to: now_ms }
  const histories = await readHistoriesOf(tx, ids, { period, now_ms, retention_days })
  const websiteOf = new Map(monitors.map(({ id, website_id }) => [id, website_id]))
  return ({ monitor_id, website_id }) => ({
    histories: histories.filter(
      ({ id }) => id === monitor_id || (website_id !== null && websiteOf.get(id) === website_id),
    ),
    website_id: website_id ?? (monitor_id === null ? null : (websiteOf.get(monitor_id) ?? null)),
  })
}

interface DayRow {
  objective_id: number
  day: string
  visits_seen: number
  visits_failed: number
  is_final: boolean
}

export interface StoredDay extends VisitDay {
  is_final: boolean
}

export async function readDays(tx: UserTx, ids: readonly number[]): Promise<Map<number, StoredDay[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(sql<DayRow>`
    select objective_id, day::text, visits_seen, visits_failed, is_final from objective_days
    where team_id = ${tx.team_id} and objective_id = any(${ids}::bigint[]) order by day`)
  const grouped = Map.groupBy(rows, ({ objective_id }) => objective_id)
  const toDay = ({ day, visits_seen, visits_failed, is_final }: DayRow): StoredDay => ({
    day_ms: Date.parse(`${day}T00:00:00Z`),
    seen: visits_seen,
    failed: visits_failed,
    is_final,
  })
  return new Map([...grouped].map(([id, days]) => [id, days.map(toDay)]))
}

/** `windows`: how many windows back; two for a chart, whose first day has a window before it. */
export async function measureObjectives(
  tx: UserTx,
  rows: readonly ObjectiveRow[],
  { windows, ...parts }: ReadParts & { windows: 1 | 2 },
): Promise<(row: ObjectiveRow) => Measured> {
  const days = windows * Math.max(1, ...rows.map(({ window_days }) => window_days))
  const period: Span = { from: parts.now_ms - days * DAY_MS, to: parts.now_ms }
  const byClock = rows.filter(({ measure }) => measure === 'clock')
  const byVisits = rows.filter(({ measure }) => measure === 'visitors').map(({ id }) => id)
  const find = await readSubjects(tx, byClock, { ...parts, from_ms: period.from })
  const visits = await readDays(tx, byVisits)
  return (row) =>
    row.measure === 'clock'
      ? measureClock(joinSpans(find(row).histories, period), row)
      : measureVisits(visits.get(row.id) ?? [], [], row)
}
