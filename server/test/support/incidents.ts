import type { TestApp } from './app.ts'

type Time = Date | string | number

export interface NewIncident {
  /** When it started: now by default. */
  from?: Time
  /** `from` by default. */
  confirmed?: Time
  acknowledged?: Time
  /** When it was resolved: it is open by default. */
  to?: Time | null
  cause?: { kind: string; message: string; http_status?: number | null }
  /** Whether it alerts the providers of the monitor: it does not by default. */
  announced?: boolean
}

const REFUSED = { kind: 'connect', message: 'Connection refused.' }
export const STATUS_503 = { kind: 'http_status', http_status: 503, message: 'The server returned status 503.' }

/** Inserts an incident of that monitor without any check, and returns its id. */
export async function insertIncident(
  { database }: Pick<TestApp, 'database'>,
  monitor_id: number,
  { from = Date.now(), confirmed = from, acknowledged, to, cause = REFUSED, announced = false }: NewIncident = {},
): Promise<number> {
  const times = [from, confirmed, acknowledged, to].map((time) => (time == null ? null : new Date(time)))
  const { rows } = await database.admin.query<{ id: string }>(
    `with made as (
       insert into incidents (team_id, monitor_id, cause_kind, cause_http_status, cause_message,
         started_at, confirmed_at, acknowledged_at, resolved_at, resolution)
       select team_id, id, $2, $3, $4, $5, $6, $7, $8::timestamptz, case when $8::timestamptz is not null then 'recovered' end
       from monitors where id = $1 returning id)
     select id, case when $9 then announce_incident(id, 'opened') end from made`,
    [monitor_id, cause.kind, cause.http_status, cause.message, ...times, announced],
  )
  if (!rows[0]) throw new Error(`there is no monitor ${monitor_id}`)
  return Number(rows[0].id)
}
