import type { ComponentState, StatusPageIncident, StatusPageUpdate } from '@sitewatch/contract'
import { sql, type UserTx } from '../../platform/postgres/index.ts'
import { locateIncident, locatePage } from '../status-pages/index.ts'
import { isFinal } from './settings.ts'

type Stored = Omit<StatusPageIncident, 'object' | 'status' | 'is_published' | 'url' | 'updates' | 'resolved_at'>
export type IncidentRow = Stored & { ref: string; slug: string; domain: string | null }
type UpdateRow = Omit<StatusPageUpdate, 'components'> & { page_incident_id: number }

export const COLUMNS = sql`i.id, i.status_page_id, i.kind, i.title, i.impact, i.incident_id, i.maintenance_window_id, i.scheduled_for,
  i.scheduled_until, i.published_at, i.created_at, i.updated_at, i.ref, p.slug,
  case when p.domain_verified_at is not null then p.domain end as domain`

export const FROM = sql`status_page_incidents i join status_pages p on p.team_id = i.team_id and p.id = i.status_page_id`

interface ComponentRow {
  update_id: number
  monitor_id: number | null
  website_id: number | null
  state: ComponentState
  name: string
}

/** With the names that the page shows. */
const readComponents = (tx: UserTx, incident_ids: readonly number[]): Promise<ComponentRow[]> =>
  tx.query(sql<ComponentRow>`
    select c.update_id, c.monitor_id, c.website_id, c.state, coalesce(x.label, m.friendly_name, w.domain) as name
    from status_page_incidents i
      join status_page_updates u on u.team_id = i.team_id and u.page_incident_id = i.id
      join status_page_update_components c on c.team_id = u.team_id and c.update_id = u.id
      left join monitors m on m.team_id = c.team_id and m.id = c.monitor_id
      left join status_page_monitors x
        on x.team_id = c.team_id and x.status_page_id = i.status_page_id and x.monitor_id = c.monitor_id
      left join websites w on w.team_id = c.team_id and w.id = c.website_id
    where i.team_id = ${tx.team_id} and i.id = any(${incident_ids}::bigint[])
    order by c.update_id, c.position`)

const readUpdates = (tx: UserTx, incident_ids: readonly number[]): Promise<UpdateRow[]> =>
  tx.query(sql<UpdateRow>`
    select 'status_page_update' as object, id, page_incident_id, status, body, posted_at, created_at, updated_at
    from status_page_updates where team_id = ${tx.team_id} and page_incident_id = any(${incident_ids}::bigint[])
    order by posted_at desc, id desc`)

/** The status is that of the newest update. */
export async function toIncidents(
  tx: UserTx,
  base_url: string,
  rows: readonly IncidentRow[],
): Promise<StatusPageIncident[]> {
  const ids = rows.map(({ id }) => id)
  const [updates, components] = await Promise.all([readUpdates(tx, ids), readComponents(tx, ids)])
  const componentsOf = Map.groupBy(components, ({ update_id }) => update_id)
  const updatesOf = Map.groupBy(updates, ({ page_incident_id }) => page_incident_id)
  return rows.map(({ ref, slug, domain, ...row }) => {
    const incidentUpdates = (updatesOf.get(row.id) ?? []).map(
      ({ page_incident_id: _parent, posted_at, created_at, updated_at, ...rest }) => ({
        ...rest,
        components: (componentsOf.get(rest.id) ?? []).map(({ update_id: _id, ...component }) => component),
        posted_at,
        created_at,
        updated_at,
      }),
    )
    const status = incidentUpdates[0]?.status ?? 'investigating'
    const { published_at, created_at, updated_at, id, status_page_id, kind, title, impact, ...rest } = row
    return {
      object: 'status_page_incident',
      id,
      status_page_id,
      kind,
      title,
      impact,
      status,
      is_published: published_at !== null,
      ...rest,
      url: locateIncident(locatePage({ slug, domain }, base_url), ref),
      updates: incidentUpdates,
      published_at,
      resolved_at: isFinal(status) ? (incidentUpdates[0]?.posted_at ?? null) : null,
      created_at,
      updated_at,
    }
  })
}
