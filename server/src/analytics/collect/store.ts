import type { EventDrops, NewEvents, WebsiteLive } from '@sitewatch/contract'
import { DAY_MS } from '@sitewatch/contract/durations'
import { notFound } from '../../http/problem.ts'
import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { dayOf } from './identity.ts'
import { describeReason } from './steps/index.ts'
import type { VerifiedSite } from './verify/index.ts'

export async function findVerifiedSite(tx: UserTx, id: number): Promise<VerifiedSite> {
  const row = await tx.maybe(sql<VerifiedSite>`
    select id, domain, tracking_id, first_event_at from websites where team_id = ${tx.team_id} and id = ${id}`)
  if (!row) throw notFound()
  return row
}

/** The website with the given id, tracking ID or domain, if it belongs to the caller's team. */
export async function findTrackingId(
  tx: UserTx,
  ref: Pick<NewEvents, 'website_id' | 'tracking_id' | 'domain'>,
): Promise<string> {
  const row = await tx.maybe(sql<{ tracking_id: string }>`
    select tracking_id from websites where team_id = ${tx.team_id}
      and (id = ${ref.website_id ?? null} or tracking_id = ${ref.tracking_id ?? null} or domain = ${ref.domain?.toLowerCase() ?? null})`)
  if (!row) throw notFound()
  return row.tracking_id
}

export async function findLive(tx: UserTx, id: number): Promise<WebsiteLive> {
  const row = await tx.maybe(sql<Omit<WebsiteLive, 'object'>>`
    select id as website_id, first_event_at, first_event_origin from websites
    where team_id = ${tx.team_id} and id = ${id}`)
  if (!row) throw notFound()
  return { object: 'website_live', ...row }
}

interface DropRow {
  date: string
  reason: string
  detail: string
  count: number
  last_at: string
}

function groupReasons(rows: readonly DropRow[]): EventDrops['reasons'] {
  const groups = new Map<string, EventDrops['reasons'][number]>()
  for (const { reason, date, count, last_at } of rows) {
    const group = groups.get(reason) ?? { reason, description: describeReason(reason), count: 0, last_at, days: [] }
    groups.set(reason, group)
    group.count += count
    if (last_at > group.last_at) group.last_at = last_at
    const day = group.days.find((each) => each.date === date)
    if (day) day.count += count
    else group.days.push({ date, count })
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}

function groupBots(rows: readonly DropRow[]): EventDrops['bots'] {
  const counts = new Map<string, number>()
  for (const { detail, count } of rows) if (detail !== '') counts.set(detail, (counts.get(detail) ?? 0) + count)
  return Array.from(counts, ([name, count]) => ({ name, count })).sort(
    (a, b) => b.count - a.count || a.name.localeCompare(b.name),
  )
}

export async function readDrops(tx: UserTx, id: number, days: number, now_ms = Date.now()): Promise<EventDrops> {
  await findVerifiedSite(tx, id)
  const from = dayOf(now_ms - (days - 1) * DAY_MS)
  const rows = await tx.query(sql<DropRow>`
    select day::text as date, reason, detail, count, last_at from event_drops
    where team_id = ${tx.team_id} and website_id = ${id} and day >= ${from} order by day`)
  return {
    object: 'event_drops',
    website_id: id,
    from,
    to: dayOf(now_ms),
    total: rows.reduce((sum, row) => sum + row.count, 0),
    reasons: groupReasons(rows),
    bots: groupBots(rows),
  }
}

/** How long counts of drops are kept, as many days as the API shows. */
const KEEP_DROPS_DAYS = sql`90`

export async function purgeSaltsUnscoped(tx: RoleTx<'worker'>, last_day: string): Promise<number> {
  return tx.execute(sql`delete from visitor_salts where day <= ${last_day}`)
}

export async function purgeDropsUnscoped(tx: RoleTx<'worker'>): Promise<number> {
  return tx.execute(sql`delete from event_drops where day < (now() at time zone 'UTC')::date - ${KEEP_DROPS_DAYS}`)
}

export function findRetentionUnscoped(
  tx: RoleTx<'worker'>,
  website_id: number,
): Promise<{ retention_days: number | null } | undefined> {
  return tx.maybe(sql<{ retention_days: number | null }>`select retention_days from websites where id = ${website_id}`)
}
