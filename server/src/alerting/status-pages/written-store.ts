import { sql, type UserTx } from '../../platform/postgres/index.ts'
import type { WrittenSource } from './written.ts'

type Row = Omit<WrittenSource, 'updates'> & { id: number }
type UpdateRow = Omit<WrittenSource['updates'][number], 'components'> & { page_incident_id: number }
type ComponentRow = WrittenSource['updates'][number]['components'][number] & { update_id: number }

const MAX_AGE = '90 days'
const MAX_SHOWN = 100

/** Returns only what is published. Incidents that have not ended come first; maintenance also ends by its schedule. */
const readRows = (tx: UserTx, page_id: number, ref: string | null): Promise<Row[]> =>
  tx.query(sql<Row>`
    select i.id, i.ref, i.kind, i.title, i.impact, i.incident_id, i.scheduled_for, i.scheduled_until, i.published_at, i.updated_at
    from status_page_incidents i cross join lateral (
      select u.status in ('resolved', 'completed') or s.is_over as is_over, case when s.is_over then i.scheduled_until else u.posted_at end as at
      from status_page_updates u cross join lateral (
        select u.status = 'scheduled' and coalesce(i.scheduled_until <= now(), false) as is_over) s
      where u.team_id = i.team_id and u.page_incident_id = i.id order by u.posted_at desc, u.id desc limit 1) n
    where i.team_id = ${tx.team_id} and i.status_page_id = ${page_id} and i.published_at is not null
      and (i.ref = ${ref} or ${ref}::text is null and (not n.is_over or n.at > now() - ${MAX_AGE}::interval))
    order by n.is_over, n.at desc, i.id desc limit ${MAX_SHOWN}`)

/** The latest, or the one with that reference, however old. */
export async function readWritten(tx: UserTx, page_id: number, ref: string | null): Promise<WrittenSource[]> {
  const rows = await readRows(tx, page_id, ref)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [updates, components] = await Promise.all([
    tx.query(sql<UpdateRow>`
      select u.id, u.page_incident_id, u.status, u.body, u.posted_at, u.updated_at from status_page_updates u
      where u.team_id = ${tx.team_id} and u.page_incident_id = any(${ids}::bigint[]) order by u.posted_at desc, u.id desc`),
    tx.query(sql<ComponentRow>`
      select c.update_id, c.monitor_id, c.website_id, c.state from status_page_update_components c
        join status_page_updates u on u.team_id = c.team_id and u.id = c.update_id
      where c.team_id = ${tx.team_id} and u.page_incident_id = any(${ids}::bigint[]) order by c.update_id, c.position`),
  ])
  const componentsOf = Map.groupBy(components, ({ update_id }) => update_id)
  const updatesOf = Map.groupBy(updates, ({ page_incident_id }) => page_incident_id)
  return rows.map(({ id, ...row }) => ({
    ...row,
    updates: (updatesOf.get(id) ?? []).map((update) => ({ ...update, components: componentsOf.get(update.id) ?? [] })),
  }))
}
