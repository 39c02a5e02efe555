import type { Impact } from '@sitewatch/contract'
import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { findTrafficModel, type TrafficModel } from '../expected-traffic/index.ts'
import { findWebsiteRef, type WebsiteRef } from '../../analytics/websites/index.ts'

export interface DueIncident {
  id: number
  team_id: number
}

export function listDueUnscoped(tx: RoleTx<'worker'>, now: Date, max: number): Promise<DueIncident[]> {
  return tx.query(sql<DueIncident>`
    select id, team_id from incidents where impact_due_at <= ${now} order by impact_due_at, id limit ${max}`)
}

/** When the oldest events arrived that are not in ClickHouse yet. */
export async function findOldestWaitingUnscoped(tx: RoleTx<'worker'>): Promise<string | null> {
  const row = await tx.maybe(sql<{ created_at: string }>`
    select created_at::timestamptz(3) as created_at from inbox where kind = 'events' order by id limit 1`)
  return row?.created_at ?? null
}

/** For an incident that cannot be measured now; never, when `due` is null. */
export async function postponeUnscoped(tx: RoleTx<'worker'>, id: number, due: Date | null): Promise<void> {
  await tx.execute(sql`update incidents set impact_due_at = ${due} where id = ${id}`)
}

export interface MeasuredIncident {
  id: number
  started_at: string
  resolved_at: string | null
  impact: Impact | null
  website: WebsiteRef | undefined
  /** Null: not enough data, or not built yet. */
  model: TrafficModel | null
}

export async function findIncident(tx: UserTx, id: number): Promise<MeasuredIncident | undefined> {
  const row = await tx.maybe(sql<Omit<MeasuredIncident, 'website' | 'model'> & { website_id: number | null }>`
    select i.id, i.started_at, i.resolved_at, i.impact, coalesce(i.website_id, m.website_id) as website_id
    from incidents i left join monitors m on m.team_id = i.team_id and m.id = i.monitor_id
    where i.team_id = ${tx.team_id} and i.id = ${id}`)
  if (!row) return undefined
  const { website_id, ...incident } = row
  if (website_id === null) return { ...incident, website: undefined, model: null }
  return {
    ...incident,
    website: await findWebsiteRef(tx, website_id),
    model: await findTrafficModel(tx, website_id),
  }
}

/** Saves nothing when the incident has ended meanwhile: it is then measured once more, to its end. */
export async function saveImpact(
  tx: UserTx,
  { id, resolved_at }: MeasuredIncident,
  { impact, due_ms }: { impact: Impact | null; due_ms: number | null },
): Promise<void> {
  await tx.execute(sql`
    update incidents set impact = ${impact && JSON.stringify(impact)},
      impact_due_at = ${due_ms === null ? null : new Date(due_ms)}
    where team_id = ${tx.team_id} and id = ${id} and resolved_at is not distinct from ${resolved_at}`)
}
