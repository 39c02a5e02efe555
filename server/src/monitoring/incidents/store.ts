import type { Evidence, Incident, ListOf } from '@sitewatch/contract'
import { invalid, notFound } from '../../http/problem.ts'
import { emptySql, joinSql, type Sql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import type { TimeWindow } from './window.ts'

const COLUMNS = sql`'incident' as object, id, monitor_id,
  (select m.friendly_name from monitors m where m.team_id = incidents.team_id and m.id = incidents.monitor_id) as monitor_name,
  case when resolved_at is not null then 'resolved' when acknowledged_at is not null then 'acknowledged' else 'open' end as status,
  json_build_object('kind', cause_kind, 'http_status', cause_http_status, 'message', cause_message) as cause,
  resolution, started_at, confirmed_at, acknowledged_at, acknowledged_by, acknowledgement_note, resolved_at,
  greatest(0, round(extract(epoch from coalesce(resolved_at, now()) - started_at)))::int as duration_seconds,
  (select m.id from monitors m where m.team_id = incidents.team_id and m.id = incidents.suppressed_by_id) as suppressed_by_id,
  (select m.friendly_name from monitors m where m.team_id = incidents.team_id and m.id = incidents.suppressed_by_id) as suppressed_by_name,
  suppressed_until,
  case when impact is not null then json_build_object('visitors_expected', impact -> 'visitors_expected',
    'visitors_seen', impact -> 'visitors_seen', 'visitors_lost', impact -> 'visitors_lost', 'basis', impact -> 'basis',
    'traffic_check', case when jsonb_typeof(impact -> 'traffic_check') = 'object' then json_build_object(
      'visitors_last_5_min', impact -> 'traffic_check' -> 'visitors_last_5_min', 'usual', impact -> 'traffic_check' -> 'usual',
      'verdict', impact -> 'traffic_check' -> 'verdict') end) end as impact,
  created_at, updated_at`

const STATUS: Record<Incident['status'], Sql> = {
  open: sql`resolved_at is null and acknowledged_at is null`,
  acknowledged: sql`resolved_at is null and acknowledged_at is not null`,
  resolved: sql`resolved_at is not null`,
}

interface Page {
  page: number
  pageSize: number
}

async function listWhere(tx: UserTx, conditions: readonly Sql[], { page, pageSize }: Page): Promise<ListOf<Incident>> {
  const where = joinSql([sql`team_id = ${tx.team_id}`, ...conditions], ' and ')
  return await listPage(tx, {
    select: sql<Incident>`select ${COLUMNS}`,
    from: sql`from incidents where ${where}`,
    order_by: sql`started_at desc, id desc`,
    page,
    page_size: pageSize,
  })
}

export function listIncidents(
  tx: UserTx,
  query: Page & { status?: Incident['status'] | undefined; monitor_id?: number | undefined; tag?: string | undefined },
): Promise<ListOf<Incident>> {
  const conditions = [
    ...(query.status ? [STATUS[query.status]] : []),
    ...(query.monitor_id === undefined ? [] : [sql`monitor_id = ${query.monitor_id}`]),
    ...(query.tag === undefined
      ? []
      : [sql`monitor_id in (select id from monitors where team_id = ${tx.team_id} and tags @> array[${query.tag}])`]),
  ]
  return listWhere(tx, conditions, query)
}

export function listIncidentsInWindow(
  tx: UserTx,
  { monitor_id, window, page }: { monitor_id: number; window: TimeWindow; page: Page },
): Promise<ListOf<Incident>> {
  const overlaps = sql`started_at < ${new Date(window.end)} and (resolved_at is null or resolved_at > ${new Date(window.start)})`
  return listWhere(tx, [sql`monitor_id = ${monitor_id}`, overlaps], page)
}

export async function readIncident(tx: UserTx, id: number): Promise<Incident> {
  const record = await tx.maybe(
    sql<Incident>`select ${COLUMNS} from incidents where team_id = ${tx.team_id} and id = ${id}`,
  )
  if (!record) throw notFound()
  return record
}

export const lockIncident = (tx: UserTx, id: number): Promise<Incident | undefined> =>
  tx.maybe(sql<Incident>`
    select ${COLUMNS} from incidents where team_id = ${tx.team_id} and id = ${id} for no key update`)

/** The parts are null or empty where the target gave no answer at all. */
export async function readEvidence(tx: UserTx, id: number): Promise<Evidence> {
  const row = await tx.maybe(sql<{ evidence: Partial<Pick<Evidence, 'status' | 'headers' | 'body'>> | null }>`
    select evidence from incidents where team_id = ${tx.team_id} and id = ${id}`)
  if (!row) throw notFound()
  const { status = null, headers = {}, body = null } = row.evidence ?? {}
  return { object: 'evidence', incident_id: id, status, headers, body }
}

export interface IncidentOfMonitor extends Incident {
  friendly_name: string
  url: string
  website_id: number | null
}

const WITH_MONITOR = sql`i.*, m.friendly_name, m.url, m.website_id`

/** Of monitors with the tag, or of a website with the tag. */
const ofTagged = (tx: UserTx, tag: string | undefined): Sql =>
  tag === undefined
    ? emptySql
    : sql`and monitor_id in (select m.id from monitors m where m.team_id = ${tx.team_id} and (m.tags @> array[${tag}]
        or m.website_id in (select w.id from websites w where w.team_id = ${tx.team_id} and w.tags @> array[${tag}])))`

interface Chosen {
  max: number
  tag?: string | undefined
}

/** What is down now and since when, newest first, with what is known of the monitor. */
export function listOpenIncidents(tx: UserTx, { max, tag }: Chosen): Promise<IncidentOfMonitor[]> {
  return tx.query(sql<IncidentOfMonitor>`
    select ${WITH_MONITOR}
    from (select ${COLUMNS} from incidents where team_id = ${tx.team_id} and resolved_at is null ${ofTagged(tx, tag)}
      order by started_at desc, id desc limit ${max}) i
    join monitors m on m.team_id = ${tx.team_id} and m.id = i.monitor_id
    order by i.started_at desc, i.id desc`)
}

/** What is over since `since`, newest first, with what is known of the monitor. */
export function listResolvedIncidents(
  tx: UserTx,
  { since, max, tag }: Chosen & { since: Date },
): Promise<IncidentOfMonitor[]> {
  return tx.query(sql<IncidentOfMonitor>`
    select ${WITH_MONITOR}
    from (select ${COLUMNS} from incidents where team_id = ${tx.team_id} and resolved_at > ${since} ${ofTagged(tx, tag)}
      order by resolved_at desc, id desc limit ${max}) i
    join monitors m on m.team_id = ${tx.team_id} and m.id = i.monitor_id
    order by i.resolved_at desc, i.id desc`)
}

interface Acknowledgement {
  by?: string | undefined
  note?: string | undefined
  /** Of the key that was used; null in a session. */
  key_id: number | null
}

/** Twice is once: the first time stands. */
export async function acknowledgeIncident(
  tx: UserTx,
  id: number,
  { by, note, key_id }: Acknowledgement,
): Promise<Incident> {
  await tx.execute(sql`
    update incidents set acknowledged_at = now(), acknowledgement_note = nullif(${note ?? ''}, ''),
      acknowledged_by = coalesce(${by ?? null},
        (select 'API key ' || name from api_keys where team_id = ${tx.team_id} and id = ${key_id}),
        (select left(email, 120) from users where id = ${tx.user_id}))
    where team_id = ${tx.team_id} and id = ${id} and acknowledged_at is null and resolved_at is null`)
  const record = await readIncident(tx, id)
  if (record.acknowledged_at === null) throw invalid('status', 'already_resolved', 'The incident is already resolved.')
  return record
}

export async function resolveOpenIncident(
  tx: UserTx,
  monitor_id: number,
  { resolved_at, resolution }: { resolved_at: number; resolution: string },
): Promise<void> {
  await tx.execute(sql`
    update incidents set resolved_at = ${new Date(resolved_at)}, resolution = ${resolution}
    where team_id = ${tx.team_id} and monitor_id = ${monitor_id} and resolved_at is null`)
}

export async function recordUnobserved(
  tx: UserTx,
  monitor_id: number,
  { from, to, reason }: { from: number; to: number; reason: string },
): Promise<void> {
  await tx.execute(sql`
    insert into monitor_unobserved (team_id, monitor_id, from_at, to_at, reason)
    values (${tx.team_id}, ${monitor_id}, ${new Date(from)}, ${new Date(to)}, ${reason})`)
}
