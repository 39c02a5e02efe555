import { HOUR_MS } from '@sitewatch/contract/durations'
import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import { MODEL_VERSION, type TrafficModel } from './model.ts'
import type { Span } from './span.ts'

/** Null: not enough data, or not yet built. A model of an earlier release is built again before it is used. */
export async function findTrafficModel(tx: UserTx, website_id: number): Promise<TrafficModel | null> {
  const row = await tx.maybe(sql<{ model: TrafficModel | null }>`
    select model from traffic_models where team_id = ${tx.team_id} and website_id = ${website_id}`)
  return row?.model?.version === MODEL_VERSION ? row.model : null
}

export interface DueModel {
  team_id: number
  website_id: number
}

/** Websites without a model first: they are new. */
export function listDueModelsUnscoped(tx: RoleTx<'worker'>, now: Date, max: number): Promise<DueModel[]> {
  return tx.query(sql<DueModel>`
    select w.team_id, w.id as website_id
    from websites w left join traffic_models t on t.team_id = w.team_id and t.website_id = w.id
    where w.first_event_at is not null and (t.website_id is null or t.due_at <= ${now})
    order by t.due_at nulls first, w.id limit ${max}`)
}

export async function saveModelUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, website_id }: DueModel,
  { model, now, due }: { model: TrafficModel | null; now: Date; due: Date },
): Promise<void> {
  // The website may have been deleted meanwhile.
  await tx.execute(sql`
    insert into traffic_models (team_id, website_id, model, built_at, due_at)
    select team_id, id, ${model && JSON.stringify(model)}::jsonb, ${now}, ${due} from websites
    where team_id = ${team_id} and id = ${website_id}
    on conflict (team_id, website_id) do update set model = excluded.model, built_at = excluded.built_at, due_at = excluded.due_at`)
}

/** Tries again later; the existing model stays. */
export async function postponeModelUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, website_id }: DueModel,
  { now, due }: { now: Date; due: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into traffic_models (team_id, website_id, built_at, due_at)
    select team_id, id, ${now}, ${due} from websites where team_id = ${team_id} and id = ${website_id}
    on conflict (team_id, website_id) do update set due_at = excluded.due_at`)
}

/** The assumed duration of what an annotation is about, such as a campaign. */
const ANNOTATION_MS = 6 * HOUR_MS

interface Disturbance {
  from_at: string
  to_at: string | null
}

/** Outages of its monitors, unless visitors came as usual, drops of its traffic, and the hours after annotations. */
export async function listDisturbed(tx: UserTx, website_id: number, { from_ms, to_ms }: Span): Promise<Span[]> {
  const [from, to] = [new Date(from_ms), new Date(to_ms)]
  const outages = await tx.query(sql<Disturbance>`
    select i.started_at as from_at, i.resolved_at as to_at
    from incidents i left join monitors m on m.team_id = i.team_id and m.id = i.monitor_id
    where i.team_id = ${tx.team_id} and coalesce(i.website_id, m.website_id) = ${website_id} and i.started_at < ${to}
      and (i.resolved_at is null or i.resolved_at > ${from})
      and i.impact -> 'traffic_check' ->> 'verdict' is distinct from 'traffic_normal'`)
  const annotations = await tx.query(sql<{ happened_at: string }>`
    select happened_at from annotations
    where team_id = ${tx.team_id} and website_id = ${website_id} and happened_at >= ${from} and happened_at < ${to}`)
  return [
    ...outages.map(({ from_at, to_at }) => ({
      from_ms: Date.parse(from_at),
      to_ms: to_at === null ? to_ms : Date.parse(to_at),
    })),
    ...annotations.map(({ happened_at }) => ({
      from_ms: Date.parse(happened_at),
      to_ms: Date.parse(happened_at) + ANNOTATION_MS,
    })),
  ]
}
