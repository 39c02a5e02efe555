import type {
  ListOf,
  NewStatusPageIncident,
  PageIncidentKind,
  StatusPageIncident,
  StatusPageIncidentChanges,
} from '@sitewatch/contract'
import { invalid, notFound } from '../../http/problem.ts'
import { emptySql, sql, type UserTx } from '../../platform/postgres/index.ts'
import { listPage } from '../../platform/postgres/list-page.ts'
import { announcePageChange, announceUpdate } from './announce.ts'
import { saveComponents } from './components.ts'
import { COLUMNS, FROM, type IncidentRow, toIncidents } from './record.ts'
import { checkPostedAt, checkSettings, checkStatus, FIRST_STATUS } from './settings.ts'

/** Identifies an incident. It is not found if it is on another page. */
export interface IncidentPlace {
  page_id: number
  id: number
}

/** A page of another team gets the same response as one that does not exist. */
async function checkPage(tx: UserTx, page_id: number): Promise<void> {
  const page = await tx.maybe(sql<{ id: number }>`
    select id from status_pages where team_id = ${tx.team_id} and id = ${page_id}`)
  if (!page) throw notFound()
}

export async function listIncidents(
  tx: UserTx,
  base_url: string,
  {
    page_id,
    kind,
    page,
    pageSize,
  }: { page_id: number; kind?: PageIncidentKind | undefined; page: number; pageSize: number },
): Promise<ListOf<StatusPageIncident>> {
  await checkPage(tx, page_id)
  const { rows, total } = await listPage(tx, {
    select: sql<IncidentRow>`select ${COLUMNS}`,
    from: sql`from ${FROM} where i.team_id = ${tx.team_id} and i.status_page_id = ${page_id}
      ${kind === undefined ? emptySql : sql`and i.kind = ${kind}`}`,
    order_by: sql`i.id desc`,
    page,
    page_size: pageSize,
  })
  return { rows: await toIncidents(tx, base_url, rows), total }
}

export async function readIncident(tx: UserTx, base_url: string, place: IncidentPlace): Promise<StatusPageIncident> {
  const row = await tx.maybe(sql<IncidentRow>`
    select ${COLUMNS} from ${FROM}
    where i.team_id = ${tx.team_id} and i.id = ${place.id} and i.status_page_id = ${place.page_id}`)
  const [record] = row ? await toIncidents(tx, base_url, [row]) : []
  if (!record) throw notFound()
  return record
}

/** Every change locks the incident first, so that its updates are added one after the other. */
export async function lockIncident(tx: UserTx, base_url: string, id: number): Promise<StatusPageIncident | undefined> {
  const row = await tx.maybe(sql<IncidentRow>`
    select ${COLUMNS} from ${FROM} where i.team_id = ${tx.team_id} and i.id = ${id} for update of i`)
  return row && (await toIncidents(tx, base_url, [row]))[0]
}

/** A change of an update counts as a change of the incident. */
export async function touchIncident(tx: UserTx, { page_id, id }: IncidentPlace): Promise<void> {
  await tx.execute(sql`
    update status_page_incidents set published_at = published_at where team_id = ${tx.team_id} and id = ${id}`)
  await announcePageChange(tx, page_id)
}

async function checkIncidentId(tx: UserTx, incident_id: number | null): Promise<void> {
  if (incident_id === null) return
  const found = await tx.maybe(sql<{ id: number }>`
    select id from incidents where team_id = ${tx.team_id} and id = ${incident_id}`)
  if (!found) throw notFound()
}

interface Schedule {
  starts_at: string | null
  ends_at: string | null
}

/** The times of the current occurrence of the window, or else of the next one; null when there is none left. */
async function readWindowSchedule(tx: UserTx, window_id: number): Promise<Schedule> {
  const window = await tx.maybe(sql<Schedule>`
    select coalesce(v.until - v.length, v.next) as starts_at, coalesce(v.until, v.next + v.length) as ends_at
    from (select maintenance_until(w, now()) as until, maintenance_next(w, now()) as next, w.ends_at - w.starts_at as length
      from maintenance_windows w where w.team_id = ${tx.team_id} and w.id = ${window_id}) as v`)
  if (!window) throw notFound()
  return window
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Checks that the references exist and belong together. Maintenance without times gets those of its window. */
async function completeSettings(tx: UserTx, input: NewStatusPageIncident): Promise<NewStatusPageIncident> {
  await checkIncidentId(tx, input.incident_id)
  const { maintenance_window_id: window_id } = input
  const window = window_id === null ? null : await readWindowSchedule(tx, window_id)
  const settings = { ...input }
  if (window && input.kind === 'maintenance') {
    settings.scheduled_for ??= toDate(window.starts_at)
    settings.scheduled_until ??= toDate(window.ends_at)
    if (settings.scheduled_for === null)
      throw invalid('scheduled_for', 'required', 'scheduled_for is required: the maintenance window is over.')
  }
  checkSettings(settings)
  return settings
}

export async function insertIncident(
  tx: UserTx,
  base_url: string,
  { page_id, input }: { page_id: number; input: NewStatusPageIncident },
): Promise<StatusPageIncident> {
  await checkPage(tx, page_id)
  const settings = await completeSettings(tx, input)
  const { kind, title, body, components, is_published } = settings
  const status = checkStatus(kind, input.status ?? FIRST_STATUS[kind])
  const impact = input.impact ?? (kind === 'incident' ? 'minor' : 'none')
  const posted_at = checkPostedAt(input.posted_at)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into status_page_incidents (team_id, status_page_id, kind, title, impact, incident_id, maintenance_window_id,
      scheduled_for, scheduled_until, published_at)
    values (${tx.team_id}, ${page_id}, ${kind}, ${title}, ${impact}, ${settings.incident_id}, ${settings.maintenance_window_id},
      ${settings.scheduled_for}, ${settings.scheduled_until}, case when ${is_published} then now() end)
    returning id`)
  const update = await tx.one(sql<{ id: number }>`
    insert into status_page_updates (team_id, page_incident_id, kind, status, body, posted_at)
    values (${tx.team_id}, ${id}, ${kind}, ${status}, ${body}, coalesce(${posted_at}::timestamptz, now())) returning id`)
  await saveComponents(tx, { page_id, update_id: update.id, components })
  await announcePageChange(tx, page_id)
  if (input.notify_subscribers) await announceUpdate(tx, update.id)
  return readIncident(tx, base_url, { page_id, id })
}

/** The updates of a draft get the current time, unless their time was set. An incident that was public before keeps its times. */
async function postDraft(tx: UserTx, id: number): Promise<void> {
  await tx.execute(sql`
    update status_page_updates u set posted_at = now() from status_page_incidents i
    where u.team_id = ${tx.team_id} and u.page_incident_id = ${id} and u.posted_at = u.created_at
      and i.team_id = u.team_id and i.id = u.page_incident_id and not i.was_published`)
}

export async function updateIncident(
  tx: UserTx,
  base_url: string,
  { place, changes }: { place: IncidentPlace; changes: StatusPageIncidentChanges },
): Promise<StatusPageIncident> {
  const before = await lockIncident(tx, base_url, place.id)
  if (before?.status_page_id !== place.page_id) throw notFound()
  const { notify_subscribers = true, ...rest } = changes
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  if (Object.keys(defined).length === 0) return before
  const next = {
    ...before,
    scheduled_for: toDate(before.scheduled_for),
    scheduled_until: toDate(before.scheduled_until),
    ...(defined as StatusPageIncidentChanges),
  }
  if (changes.incident_id !== undefined) await checkIncidentId(tx, changes.incident_id)
  if (changes.maintenance_window_id != null) await readWindowSchedule(tx, changes.maintenance_window_id)
  checkSettings(next as Parameters<typeof checkSettings>[0])
  await tx.execute(sql`
    update status_page_incidents set title = ${next.title}, impact = ${next.impact}, incident_id = ${next.incident_id},
      maintenance_window_id = ${next.maintenance_window_id}, scheduled_for = ${next.scheduled_for},
      scheduled_until = ${next.scheduled_until}, was_published = was_published or published_at is not null,
      published_at = case when ${next.is_published} then coalesce(published_at, now()) end
    where team_id = ${tx.team_id} and id = ${place.id}`)
  const newest = before.updates[0]
  if (next.is_published && !before.is_published && newest) {
    await postDraft(tx, place.id)
    if (notify_subscribers) await announceUpdate(tx, newest.id)
  }
  await announcePageChange(tx, place.page_id)
  return readIncident(tx, base_url, place)
}

export async function deleteIncident(tx: UserTx, { page_id, id }: IncidentPlace): Promise<{ id: number }> {
  const deleted = await tx.execute(sql`
    delete from status_page_incidents where team_id = ${tx.team_id} and id = ${id} and status_page_id = ${page_id}`)
  if (deleted === 0) throw notFound()
  await announcePageChange(tx, page_id)
  return { id }
}
