import type { StatusPageVisibility } from '@sitewatch/contract'
import { type Postgres, sql, type UserTx } from '../../platform/postgres/index.ts'
import { EntryRefused } from '../../platform/postgres/index.ts'
import type { PageSource } from './page-source.ts'
import { DAYS, HISTORY_DAYS } from './view.ts'
import { readWritten } from './written-store.ts'

/** How a page is looked up: by its path, or by the host of the request. */
export type Address = { slug: string } | { domain: string }

export interface FoundPage {
  team_id: number
  id: number
  visibility: StatusPageVisibility
  password_hash: string | null
  password_version: number
}

export function findPublicPageUnscoped(postgres: Postgres, address: Address): Promise<FoundPage | undefined> {
  const [slug, domain] = 'slug' in address ? [address.slug, null] : [null, address.domain]
  return postgres.asRole(
    'auth',
    (tx) =>
      tx.maybe(sql<FoundPage>`
        select team_id, id, visibility, password_hash, password_version from find_status_page(${slug}, ${domain})`),
    { readOnly: true },
  )
}

/** Reads as the team of the page. Null when the page or its team was deleted meanwhile. */
export async function asPageTeam<T>(
  postgres: Postgres,
  team_id: number,
  fn: (tx: UserTx) => Promise<T | null>,
  { readOnly } = { readOnly: false },
): Promise<T | null> {
  try {
    return await postgres.asUser({ team_id, system: true }, fn, { readOnly })
  } catch (error) {
    if (error instanceof EntryRefused) return null
    throw error
  }
}

type PageRow = Omit<PageSource['page'], 'logo'> & {
  now_ms: number
  logo_hash: string | null
  logo_width: number | null
  logo_height: number | null
}

const MAINTENANCE_AHEAD = `${HISTORY_DAYS} days`

/** Monitors shown on their own, and those of the shown websites. */
const readMonitors = (tx: UserTx, page_id: number) =>
  tx.query(sql<PageSource['monitors'][number]>`
    select m.id, m.friendly_name as name, x.position, x.label, x.group_name, w.website_id, m.created_at, s.status, s.unknown,
      s.unobserved_since, coalesce(s.next_due_at, locations_due_at(s.team_id, s.monitor_id)) as next_due_at,
      s.last_response_ms, exists (
        select 1 from maintenance_windows v where v.team_id = m.team_id and maintenance_until(v, now()) is not null
          and (v.all_monitors
            or exists (select 1 from maintenance_monitors n
              where n.team_id = v.team_id and n.window_id = v.id and n.monitor_id = m.id))) as is_maintained
    from monitors m join monitor_state s on s.team_id = m.team_id and s.monitor_id = m.id and s.location = ''
      left join status_page_monitors x on x.team_id = m.team_id and x.monitor_id = m.id and x.status_page_id = ${page_id}
      left join status_page_websites w on w.team_id = m.team_id and w.website_id = m.website_id and w.status_page_id = ${page_id}
    where m.team_id = ${tx.team_id} and m.deleted_at is null and (x.monitor_id is not null or w.website_id is not null)`)

const readWebsites = (tx: UserTx, page_id: number) =>
  tx.query(sql<PageSource['websites'][number]>`
    select w.id, w.domain, w.privacy, x.position, x.label, x.group_name from status_page_websites x
      join websites w on w.team_id = x.team_id and w.id = x.website_id
    where x.team_id = ${tx.team_id} and x.status_page_id = ${page_id}`)

const readIncidents = (tx: UserTx, ids: readonly number[]) =>
  tx.query(sql<PageSource['incidents'][number]>`
    select id, monitor_id, cause_kind, started_at, resolved_at from incidents
    where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])
      and (resolved_at is null or resolved_at > now() - ${`${DAYS} days`}::interval)`)

const readUnobserved = (tx: UserTx, ids: readonly number[]) =>
  tx.query(sql<PageSource['unobserved'][number]>`
    select monitor_id, (extract(epoch from from_at) * 1000)::float8 as "from", (extract(epoch from to_at) * 1000)::float8 as "to",
      reason
    from monitor_unobserved where team_id = ${tx.team_id} and monitor_id = any(${ids}::bigint[])
      and to_at > now() - ${`${DAYS} days`}::interval`)

/** Maintenance in progress or scheduled, of components on the page. What people wrote about a window is shown instead of it. */
const readMaintenance = (tx: UserTx, page_id: number, ids: readonly number[]) =>
  tx.query(sql<PageSource['maintenance'][number]>`
    select * from (
      select v.name, (v.until is not null) as is_under_way,
        case when v.until is null then v.next else v.until - v.length end as starts_at,
        case when v.until is null then v.next + v.length else v.until end as ends_at
      from (select w.name, w.id, maintenance_until(w, now()) as until, maintenance_next(w, now()) as next,
          w.ends_at - w.starts_at as length
        from maintenance_windows w where w.team_id = ${tx.team_id}
          and not exists (select from status_page_incidents i where i.team_id = w.team_id and i.maintenance_window_id = w.id
            and i.status_page_id = ${page_id} and i.published_at is not null and i.scheduled_until > now())
          and (w.all_monitors
            or exists (select 1 from maintenance_monitors n
              where n.team_id = w.team_id and n.window_id = w.id and n.monitor_id = any(${ids}::bigint[])))) as v
    ) as shown
    where is_under_way or starts_at < now() + ${MAINTENANCE_AHEAD}::interval
    order by starts_at limit 20`)

/** Everything comes from Postgres, so that no figure changes while the history store is unavailable. */
export async function readSource(
  tx: UserTx,
  page_id: number,
  written_ref: string | null = null,
): Promise<PageSource | null> {
  const [row, monitors, websites, written] = await Promise.all([
    tx.maybe(sql<PageRow>`
      select id, name, description, show_response_times, accent_color, logo_hash, logo_width, logo_height, created_at, updated_at,
        (extract(epoch from now()) * 1000)::bigint as now_ms
      from status_pages where team_id = ${tx.team_id} and id = ${page_id}`),
    readMonitors(tx, page_id),
    readWebsites(tx, page_id),
    readWritten(tx, page_id, written_ref),
  ])
  if (!row) return null
  const ids = monitors.map((monitor) => monitor.id)
  const [incidents, unobserved, maintenance] = await Promise.all([
    readIncidents(tx, ids),
    readUnobserved(tx, ids),
    ids.length === 0 ? [] : readMaintenance(tx, page_id, ids),
  ])
  const { now_ms, logo_hash, logo_width, logo_height, ...rest } = row
  const logo = logo_hash === null ? null : { version: logo_hash, width: logo_width ?? 1, height: logo_height ?? 1 }
  const page = { ...rest, logo }
  return { now_ms, page, monitors, websites, incidents, unobserved, maintenance, written }
}

export interface StoredLogo {
  type: string
  bytes: Buffer
}

export const readLogo = async (tx: UserTx, page_id: number): Promise<StoredLogo | null> =>
  (await tx.maybe(sql<StoredLogo>`
    select coalesce(logo_type, '') as type, coalesce(logo, '') as bytes from status_pages
    where team_id = ${tx.team_id} and id = ${page_id} and logo is not null`)) ?? null
