import type {
  NewStatusPageUpdate,
  StatusPageIncident,
  StatusPageUpdate,
  StatusPageUpdateChanges,
} from '@sitewatch/contract'
import { notFound, problem } from '../../http/problem.ts'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { announceUpdate } from './announce.ts'
import { copyComponents, saveComponents } from './components.ts'
import { checkPostedAt, checkStatus, isFinal } from './settings.ts'
import { type IncidentPlace, lockIncident, readIncident, touchIncident } from './store.ts'

/** Limited because all are shown on one page. */
const MAX_UPDATES = 200

export interface UpdatePlace extends IncidentPlace {
  update_id: number
}

const requireUpdate = ({ updates }: StatusPageIncident, update_id: number): StatusPageUpdate => {
  const found = updates.find(({ id }) => id === update_id)
  if (!found) throw notFound()
  return found
}

async function lockOnPage(tx: UserTx, base_url: string, place: IncidentPlace): Promise<StatusPageIncident> {
  const incident = await lockIncident(tx, base_url, place.id)
  if (incident?.status_page_id !== place.page_id) throw notFound()
  return incident
}

export async function readUpdate(tx: UserTx, base_url: string, place: UpdatePlace): Promise<StatusPageUpdate> {
  return requireUpdate(await readIncident(tx, base_url, place), place.update_id)
}

export async function lockUpdate(
  tx: UserTx,
  base_url: string,
  update_id: number,
): Promise<StatusPageUpdate | undefined> {
  const row = await tx.maybe(sql<{ page_incident_id: number }>`
    select page_incident_id from status_page_updates where team_id = ${tx.team_id} and id = ${update_id}`)
  const incident = row && (await lockIncident(tx, base_url, row.page_incident_id))
  return incident?.updates.find(({ id }) => id === update_id)
}

export async function insertUpdate(
  tx: UserTx,
  base_url: string,
  { place, input }: { place: IncidentPlace; input: NewStatusPageUpdate },
): Promise<StatusPageUpdate> {
  const incident = await lockOnPage(tx, base_url, place)
  const [newest] = incident.updates
  if (incident.updates.length >= MAX_UPDATES)
    throw problem('limit_reached', { detail: `An incident can have up to ${MAX_UPDATES} updates. Write a new one.` })
  const status = checkStatus(incident.kind, input.status ?? incident.status)
  const posted_at = checkPostedAt(input.posted_at)
  const { id } = await tx.one(sql<{ id: number }>`
    insert into status_page_updates (team_id, page_incident_id, kind, status, body, posted_at)
    values (${tx.team_id}, ${place.id}, ${incident.kind}, ${status}, ${input.body}, coalesce(${posted_at}::timestamptz, now()))
    returning id`)
  if (input.components) await saveComponents(tx, { ...place, update_id: id, components: input.components })
  else if (newest) await copyComponents(tx, { from_id: newest.id, to_id: id, isOver: isFinal(status) })
  await touchIncident(tx, place)
  if (input.notify_subscribers) await announceUpdate(tx, id)
  return readUpdate(tx, base_url, { ...place, update_id: id })
}

export async function updateUpdate(
  tx: UserTx,
  base_url: string,
  { place, changes }: { place: UpdatePlace; changes: StatusPageUpdateChanges },
): Promise<StatusPageUpdate> {
  const incident = await lockOnPage(tx, base_url, place)
  const before = requireUpdate(incident, place.update_id)
  if (Object.values(changes).every((value) => value === undefined)) return before
  const status = checkStatus(incident.kind, changes.status ?? before.status)
  const posted_at = checkPostedAt(changes.posted_at)
  await tx.execute(sql`
    update status_page_updates set status = ${status}, body = ${changes.body ?? before.body},
      posted_at = coalesce(${posted_at}::timestamptz, posted_at)
    where team_id = ${tx.team_id} and id = ${place.update_id}`)
  if (changes.components) await saveComponents(tx, { ...place, components: changes.components })
  await touchIncident(tx, place)
  return readUpdate(tx, base_url, place)
}

export async function deleteUpdate(tx: UserTx, base_url: string, place: UpdatePlace): Promise<{ id: number }> {
  const incident = await lockOnPage(tx, base_url, place)
  const { id } = requireUpdate(incident, place.update_id)
  if (incident.updates.length === 1)
    throw problem('not_possible', { detail: 'An incident needs an update. Delete the incident instead.' })
  await tx.execute(sql`delete from status_page_updates where team_id = ${tx.team_id} and id = ${id}`)
  await touchIncident(tx, place)
  return { id }
}
