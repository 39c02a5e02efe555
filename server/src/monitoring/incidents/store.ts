import { type Evidence, type Incident, type ListOf, SMS_BUDGET_TYPES } from '@sitewatch/contract'
import { checkCursor } from '../../http/cursor.ts'
import { invalid, notFound } from '../../http/problem.ts'
import { emptySql, joinSql, type Sql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listNewestFirst, listPage } from '../../platform/postgres/list-page.ts'
import type { TimeWindow } from './window.ts'

/** The website of the incident itself, or of its monitor. */
const WEBSITE_ID = sql`coalesce(website_id,
  (select m.website_id from monitors m where m.team_id = incidents.team_id and m.id = incidents.monitor_id))`

/** A limited key may see a monitor, and not its website: the incident then shows nothing of the traffic. Other callers see every website. */
const SEES_TRAFFIC = sql`(not is_limited() or ${WEBSITE_ID} is null
  or exists (select from websites w where w.team_id = incidents.team_id and w.id = ${WEBSITE_ID}))`

const COLUMNS = sql`'incident' as object, id, monitor_id,
  (select m.friendly_name from monitors m where m.team_id = incidents.team_id and m.id = incidents.monitor_id) as monitor_name,
  case when resolved_at is not null then 'resolved' when acknowledged_at is not null then 'acknowledged' else 'open' end as status,
  json_build_object('kind', cause_kind, 'http_status', cause_http_status, 'message', cause_message) as cause,
  resolution, started_at, confirmed_at, acknowledged_at, acknowledged_by, acknowledgement_note, resolved_at,
  greatest(0, round(extract(epoch from coalesce(resolved_at, now()) - started_at)))::int as duration_seconds,
  (select m.id from monitors m where m.team_id = incidents.team_id and m.id = incidents.suppressed_by_id) as suppressed_by_id,
  (select m.friendly_name from monitors m where m.team_id = incidents.team_id and m.id = incidents.suppressed_by_id) as suppressed_by_name,
  suppressed_until,
  case when impact is not null and ${SEES_TRAFFIC} then json_build_object('visitors_expected', impact -> 'visitors_expected',
    'visitors_seen', impact -> 'visitors_seen', 'visitors_lost', impact -> 'visitors_lost',
    'visitors_lost_low', impact -> 'visitors_lost_low', 'visitors_lost_high', impact -> 'visitors_lost_high', 'basis', impact -> 'basis',
    'traffic_check', case when jsonb_typeof(impact -> 'traffic_check') = 'object' then json_build_object(
      'visitors_last_5_min', impact -> 'traffic_check' -> 'visitors_last_5_min', 'usual', impact -> 'traffic_check' -> 'usual',
      'verdict', impact -> 'traffic_check' -> 'verdict') end,
    'goals', impact -> 'goals', 'revenue', impact -> 'revenue', 'affected', impact -> 'affected') end as impact,
  kind, ${WEBSITE_ID} as website_id,
  (select w.domain from websites w where w.team_id = incidents.team_id and w.id = ${WEBSITE_ID}) as website_domain,
  case when traffic is not null then json_build_object('from', traffic -> 'from', 'to', traffic -> 'to',
    'visits_expected', traffic -> 'visits_expected', 'visits_low', traffic -> 'visits_low', 'visits_high', traffic -> 'visits_high',
    'visits_seen', traffic -> 'visits_seen') end as traffic,
  case when second_opinion is not null and ${SEES_TRAFFIC} then json_build_object('decision', second_opinion -> 'decision',
    'window_seconds', second_opinion -> 'window_seconds', 'visits', second_opinion -> 'visits', 'expected', second_opinion -> 'expected',
    'low', second_opinion -> 'low', 'high', second_opinion -> 'high', 'at', second_opinion -> 'at') end as second_opinion,
  created_at, updated_at`

const NEWEST_FIRST = sql`started_at desc, id desc`

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
    order_by: NEWEST_FIRST,
    page,
    page_size: pageSize,
  })
}

interface IncidentFilter extends Page {
  after?: number | undefined
  status?: Incident['status'] | undefined
  kind?: Incident['kind'] | undefined
  monitor_id?: number | undefined
  website_id?: number | undefined
  tag?: string | undefined
  search?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const like = (tx: UserTx, search: string): Sql => sql`(monitor_id in (
  select m.id from monitors m left join websites w on w.team_id = m.team_id and w.id = m.website_id
  where m.team_id = ${tx.team_id} and (strpos(lower(m.friendly_name), lower(${search})) > 0
    or strpos(lower(m.url), lower(${search})) > 0 or strpos(w.domain, lower(${search})) > 0))
  or website_id in (select w.id from websites w where w.team_id = ${tx.team_id} and strpos(w.domain, lower(${search})) > 0))`

const ofWebsite = (tx: UserTx, website_id: number): Sql => sql`(website_id = ${website_id}
  or monitor_id in (select m.id from monitors m where m.team_id = ${tx.team_id} and m.website_id = ${website_id}))`

/** Incidents of a monitor with the tag, or of a website with the tag and its monitors. */
const withTag = (tx: UserTx, tag: string): Sql => sql`(
  website_id in (select w.id from websites w where w.team_id = ${tx.team_id} and w.tags @> array[${tag}])
  or monitor_id in (select m.id from monitors m where m.team_id = ${tx.team_id} and (m.tags @> array[${tag}]
    or m.website_id in (select w.id from websites w where w.team_id = ${tx.team_id} and w.tags @> array[${tag}]))))`

export async function listIncidents(tx: UserTx, query: IncidentFilter): Promise<ListOf<Incident>> {
  const { after, page, pageSize } = query
  if (after !== undefined)
    await checkCursor(tx, sql`select id from incidents where team_id = ${tx.team_id} and id = ${after}`)
  const conditions = [
    sql`team_id = ${tx.team_id}`,
    ...(query.status ? [STATUS[query.status]] : []),
    ...(query.kind ? [sql`kind = ${query.kind}`] : []),
    ...(query.monitor_id === undefined ? [] : [sql`monitor_id = ${query.monitor_id}`]),
    ...(query.website_id === undefined ? [] : [ofWebsite(tx, query.website_id)]),
    ...(query.tag === undefined ? [] : [withTag(tx, query.tag)]),
    ...(query.search ? [like(tx, query.search)] : []),
    ...(query.from ? [sql`(resolved_at is null or resolved_at > ${query.from})`] : []),
    ...(query.to ? [sql`started_at < ${query.to}`] : []),
  ]
  return await listNewestFirst(tx, {
    select: sql<Incident>`select ${COLUMNS}`,
    from: sql`from incidents where ${joinSql(conditions, ' and ')}`,
    order_by: NEWEST_FIRST,
    page,
    page_size: pageSize,
    after,
    follows: sql`(started_at, id) < (
      select a.started_at, a.id from incidents a where a.team_id = ${tx.team_id} and a.id = ${after ?? 0})`,
  })
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

/** The fields are null or empty if the target did not respond at all. */
export async function readEvidence(tx: UserTx, id: number): Promise<Evidence> {
  const row = await tx.maybe(sql<{ evidence: Partial<Pick<Evidence, 'status' | 'headers' | 'body'>> | null }>`
    select evidence from incidents where team_id = ${tx.team_id} and id = ${id}`)
  if (!row) throw notFound()
  const { status = null, headers = {}, body = null } = row.evidence ?? {}
  return { object: 'evidence', incident_id: id, status, headers, body }
}

/** An incident with the name and URL of its monitor, or of its website. */
export interface IncidentOfMonitor extends Incident {
  friendly_name: string
  url: string
}

const WITH_MONITOR = sql`i.*, coalesce(m.friendly_name, i.website_domain) as friendly_name,
  coalesce(m.url, 'https://' || i.website_domain || '/') as url`

const andWithTag = (tx: UserTx, tag: string | undefined): Sql =>
  tag === undefined ? emptySql : sql`and ${withTag(tx, tag)}`

interface IncidentSelection {
  max: number
  tag?: string | undefined
}

/** The open incidents, newest first, with their monitors. */
export function listOpenIncidents(tx: UserTx, { max, tag }: IncidentSelection): Promise<IncidentOfMonitor[]> {
  return tx.query(sql<IncidentOfMonitor>`
    select ${WITH_MONITOR}
    from (select ${COLUMNS} from incidents where team_id = ${tx.team_id} and resolved_at is null ${andWithTag(tx, tag)}
      order by started_at desc, id desc limit ${max}) i
    left join monitors m on m.team_id = ${tx.team_id} and m.id = i.monitor_id
    order by i.started_at desc, i.id desc`)
}

/** The incidents that were resolved after `since`, newest first, with their monitors. */
export function listResolvedIncidents(
  tx: UserTx,
  { since, max, tag }: IncidentSelection & { since: Date },
): Promise<IncidentOfMonitor[]> {
  return tx.query(sql<IncidentOfMonitor>`
    select ${WITH_MONITOR}
    from (select ${COLUMNS} from incidents where team_id = ${tx.team_id} and resolved_at > ${since} ${andWithTag(tx, tag)}
      order by resolved_at desc, id desc limit ${max}) i
    left join monitors m on m.team_id = ${tx.team_id} and m.id = i.monitor_id
    order by i.resolved_at desc, i.id desc`)
}

interface Acknowledgement {
  by?: string | undefined
  note?: string | undefined
  /** The provider whose message had the link that was used. */
  provider_id?: number | undefined
  /** The API key that was used; null in a session. */
  key_id: number | null
}

/** A user who acknowledges in a session gets no message about it. */
async function announceAcknowledgement(
  tx: UserTx,
  id: number,
  { isKey, provider_id }: { isKey: boolean; provider_id: number | undefined },
): Promise<void> {
  await tx.query(sql`
    select announce_acknowledgement(${id}, ${provider_id ?? null},
      (select email from users where id = ${tx.user_id} and not ${isKey}), ${SMS_BUDGET_TYPES}::text[])`)
}

/** Idempotent: the first acknowledgement counts. The other providers that were alerted get a message, in the same transaction. */
export async function acknowledgeIncident(
  tx: UserTx,
  id: number,
  { by, note, key_id, provider_id }: Acknowledgement,
): Promise<Incident> {
  const changed = await tx.execute(sql`
    update incidents set acknowledged_at = now(), acknowledgement_note = nullif(${note ?? ''}, ''),
      acknowledged_by = coalesce(${by ?? null},
        (select 'API key ' || name from api_keys where team_id = ${tx.team_id} and id = ${key_id}),
        (select left(email, 120) from users where id = ${tx.user_id}))
    where team_id = ${tx.team_id} and id = ${id} and acknowledged_at is null and resolved_at is null`)
  if (changed > 0) await announceAcknowledgement(tx, id, { isKey: key_id !== null, provider_id })
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
