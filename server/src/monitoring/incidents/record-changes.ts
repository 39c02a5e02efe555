import { type RoleTx, sql } from '../../platform/postgres/index.ts'

/** What checks found, for many monitors at once and whoever owns them: only the background roles call these. */

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
    insert into incidents (team_id, monitor_id, cause_kind, cause_http_status, cause_message, evidence, started_at, confirmed_at)
    select team_id, monitor_id, cause_kind, cause_http_status, cause_message, evidence,
      to_timestamp(started_at / 1000.0), to_timestamp(confirmed_at / 1000.0)
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
