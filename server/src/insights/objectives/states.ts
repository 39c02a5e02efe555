import type { Objective } from '@sitewatch/contract'
import { type RoleTx, sql, type UserTx } from '../../platform/postgres/index.ts'
import type { BurnNotice, BurnState } from './burn.ts'
import type { StoredDay } from './read.ts'
import type { ObjectiveRow } from './record.ts'

export interface DueTeam {
  team_id: number
  objective_ids: number[]
}

/** Without an outage, no burn starts: it is enough to check whether a burn has ended and, once an hour, the budget, which recovers. */
const BURNING_MINUTES = 10
const QUIET_MINUTES = 60
/** An objective is evaluated every minute until this long after an outage: the outage may have ended before it was seen. */
const AFTER_MINUTES = 5

/** Objectives that were changed, whose monitors are down, or that have not been evaluated for long. */
export const listDueUnscoped = (tx: RoleTx<'worker'>, now: Date): Promise<DueTeam[]> =>
  tx.query(sql<DueTeam>`
    select o.team_id, array_agg(o.id order by o.id) as objective_ids
    from objectives o left join objective_states s on s.team_id = o.team_id and s.objective_id = o.id
    where s.evaluated_at is null or s.evaluated_at < o.updated_at
      or s.evaluated_at <= ${now}::timestamptz - make_interval(mins =>
        case when num_nonnulls(s.burning_fast_since, s.burning_slow_since) > 0 then ${BURNING_MINUTES}::int else ${QUIET_MINUTES}::int end)
      or exists (
        select from monitors m join incidents i on i.team_id = m.team_id and i.monitor_id = m.id
        where m.team_id = o.team_id and m.deleted_at is null and (m.id = o.monitor_id or m.website_id = o.website_id)
          and (i.resolved_at is null or i.resolved_at > ${now}::timestamptz - make_interval(mins => ${AFTER_MINUTES})))
    group by o.team_id order by o.team_id`)

export const listRows = (tx: UserTx, ids: readonly number[]): Promise<ObjectiveRow[]> =>
  tx.query(sql<ObjectiveRow>`
    select o.id, o.name, o.monitor_id, o.website_id, o.target, o.window_days, o.measure, s.burning_fast_since, s.burning_slow_since,
      s.burn_rate_fast, s.burn_rate_slow, s.status as judged_status, o.created_at, o.updated_at
    from objectives o left join objective_states s on s.team_id = o.team_id and s.objective_id = o.id
    where o.team_id = ${tx.team_id} and o.id = any(${ids}::bigint[]) order by o.id`)

interface Key {
  team_id: number
  id: number
}

type Burning = Pick<ObjectiveRow, 'burning_fast_since' | 'burning_slow_since'>

/** Locked, so that two workers cannot both announce a burn. Undefined if the objective was deleted meanwhile. */
export async function lockStateUnscoped(tx: RoleTx<'worker'>, { team_id, id }: Key): Promise<Burning | undefined> {
  await tx.execute(sql`
    insert into objective_states (team_id, objective_id) select team_id, id from objectives where team_id = ${team_id} and id = ${id}
    on conflict do nothing`)
  return tx.maybe(sql<Burning>`
    select burning_fast_since, burning_slow_since from objective_states
    where team_id = ${team_id} and objective_id = ${id} for update`)
}

interface NewState {
  status: Objective['status']
  state: BurnState
  rates: { fast: number; slow: number }
  now_ms: number
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

export async function saveStateUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, id }: Key,
  { status, state, rates, now_ms }: NewState,
): Promise<void> {
  await tx.execute(sql`
    update objective_states set status = ${status}, burning_fast_since = ${toDate(state.fast)}, burning_slow_since = ${toDate(state.slow)},
      burn_rate_fast = ${rates.fast}, burn_rate_slow = ${rates.slow}, evaluated_at = ${new Date(now_ms)}
    where team_id = ${team_id} and objective_id = ${id}`)
}

export async function announceBurnUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, id }: Key,
  { notice, left_percent, now_ms }: { notice: BurnNotice; left_percent: number; now_ms: number },
): Promise<void> {
  await tx.query(sql`
    select announce_burn(${team_id}, ${id}, ${notice.burn}, ${notice.rate}, ${Math.round(notice.lookback_ms / 1000)}, ${left_percent},
      ${new Date(now_ms)})`)
}

const dayText = (day_ms: number): string => new Date(day_ms).toISOString().slice(0, 10)

/** Keeps the days of two windows: a chart needs no more. Saves nothing for an objective that was changed while it was counted. */
export async function saveDaysUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, id }: Key,
  { days, oldest_ms, updated_at }: { days: readonly StoredDay[]; oldest_ms: number; updated_at: string },
): Promise<void> {
  await tx.execute(sql`
    insert into objective_days (team_id, objective_id, day, visits_seen, visits_failed, is_final)
    select ${team_id}, ${id}, d.day, d.seen, d.failed, d.is_final
    from unnest(${days.map(({ day_ms }) => dayText(day_ms))}::date[], ${days.map(({ seen }) => seen)}::double precision[],
      ${days.map(({ failed }) => failed)}::double precision[], ${days.map(({ is_final }) => is_final)}::boolean[]) as d (day, seen, failed, is_final)
    where exists (select from objectives o where o.team_id = ${team_id} and o.id = ${id} and o.updated_at = ${updated_at})
    on conflict (team_id, objective_id, day) do update
      set visits_seen = excluded.visits_seen, visits_failed = excluded.visits_failed, is_final = excluded.is_final`)
  await tx.execute(sql`
    delete from objective_days where team_id = ${team_id} and objective_id = ${id} and day < ${dayText(oldest_ms)}::date`)
}
