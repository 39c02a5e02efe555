import type { JudgedTraffic } from '@sitewatch/contract'
import { type RoleTx, sql } from '../../platform/postgres/index.ts'

/** Records the results of checks, for many monitors of any team at once. Only the background roles call these functions. */

export interface NewIncident {
  team_id: number
  monitor_id: number
  started_at: number
  confirmed_at: number
  cause_kind: string
  cause_http_status: number | null
  cause_message: string
  evidence: unknown
}

export interface RecordedIncident {
  id: number
  monitor_id: number
}

export function insertIncidentsUnscoped(
  tx: RoleTx<'worker'>,
  incidents: readonly NewIncident[],
): Promise<RecordedIncident[]> {
  return tx.query(sql<RecordedIncident>`
    insert into incidents (team_id, monitor_id, cause_kind, cause_http_status, cause_message, evidence, started_at, confirmed_at,
      second_opinion)
    select team_id, monitor_id, cause_kind, cause_http_status, cause_message, evidence,
      to_timestamp(started_at / 1000.0), to_timestamp(confirmed_at / 1000.0),
      (select to_jsonb(o) - '{team_id,monitor_id,location,decided_at}'::text[] || jsonb_build_object('at', to_char(o.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from second_opinions o where o.team_id = i.team_id and o.monitor_id = i.monitor_id
          and o.decided_at >= to_timestamp(i.started_at / 1000.0)
        order by o.decided_at desc limit 1)
    from jsonb_to_recordset(${JSON.stringify(incidents)}::jsonb) as i (team_id bigint, monitor_id bigint, cause_kind text,
      cause_http_status smallint, cause_message text, evidence jsonb, started_at bigint, confirmed_at bigint)
    returning id, monitor_id`)
}

export function recoverIncidentsUnscoped(
  tx: RoleTx<'worker'>,
  recovered: readonly { monitor_id: number; resolved_at: number }[],
): Promise<RecordedIncident[]> {
  return tx.query(sql<RecordedIncident>`
    update incidents i set resolved_at = to_timestamp(r.resolved_at / 1000.0), resolution = 'recovered'
    from jsonb_to_recordset(${JSON.stringify(recovered)}::jsonb) as r (monitor_id bigint, resolved_at bigint)
    where i.monitor_id = r.monitor_id and i.resolved_at is null
    returning i.id, i.monitor_id`)
}

export interface NewTrafficIncident {
  team_id: number
  website_id: number
  started_ms: number
  confirmed_ms: number
  cause: { kind: string; http_status: number | null; message: string }
  traffic: JudgedTraffic
}

/**
 * Undefined if one is already open, because two processes may have judged the same minutes. It never starts before the end of the previous
 * one, because the traffic incidents of a website do not overlap.
 */
export async function insertTrafficIncidentUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, website_id, started_ms, confirmed_ms, cause, traffic }: NewTrafficIncident,
): Promise<number | undefined> {
  const row = await tx.maybe(sql<{ id: number }>`
    insert into incidents (team_id, kind, website_id, cause_kind, cause_http_status, cause_message, traffic, started_at, confirmed_at)
    select ${team_id}, 'traffic', ${website_id}, ${cause.kind}, ${cause.http_status}, ${cause.message}, ${JSON.stringify(traffic)}::jsonb,
      least(now.at, greatest(${new Date(started_ms)}::timestamptz, (select max(i.resolved_at) from incidents i
        where i.team_id = ${team_id} and i.website_id = ${website_id}))), now.at
    from (select ${new Date(confirmed_ms)}::timestamptz as at) now
    where exists (select from websites w where w.team_id = ${team_id} and w.id = ${website_id})
    on conflict do nothing
    returning id`)
  return row?.id
}

/** Returns whether it was still open. */
export async function resolveTrafficIncidentUnscoped(
  tx: RoleTx<'worker'>,
  { id, resolved_ms, resolution }: { id: number; resolved_ms: number; resolution: 'recovered' | 'paused' },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update incidents set resolved_at = greatest(${new Date(resolved_ms)}, started_at), resolution = ${resolution}
    where id = ${id} and kind = 'traffic' and resolved_at is null`)
  return changed > 0
}

export async function insertUnobservedUnscoped(
  tx: RoleTx<'worker'>,
  spans: readonly { team_id: number; monitor_id: number; from: number; to: number; reason: string }[],
): Promise<void> {
  await tx.execute(sql`
    insert into monitor_unobserved (team_id, monitor_id, from_at, to_at, reason)
    select team_id, monitor_id, to_timestamp("from" / 1000.0), to_timestamp("to" / 1000.0), reason
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s (team_id bigint, monitor_id bigint, "from" bigint,
      "to" bigint, reason text)`)
}
