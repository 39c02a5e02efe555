import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { NewSecondOpinion, TrafficNow, TrafficWindow } from './weigh.ts'

export interface DoubtfulCheck {
  /** Set only while a check of a monitor with a website is in doubt. */
  readonly website_id: number | null
}

interface TrafficRow {
  website_id: number
  counted_until: number | null
  windows: TrafficWindow[] | null
}

type FindTraffic = (check: DoubtfulCheck) => TrafficNow | undefined

const NONE: FindTraffic = () => undefined

/** Queries the database only if one of the checks is in doubt and has a website: almost no batch has one. */
export async function readTrafficUnscoped(postgres: Postgres, checks: readonly DoubtfulCheck[]): Promise<FindTraffic> {
  const ids = checks.flatMap(({ website_id }) => website_id ?? [])
  if (ids.length === 0) return NONE
  const rows = await postgres.asRole(
    'worker',
    (tx) =>
      tx.query(sql<TrafficRow>`
        select website_id, counted_until, windows from traffic_now
        where website_id = any(${ids}::bigint[])`),
    { readOnly: true, isPrompt: true },
  )
  const found = new Map<number, TrafficNow>()
  for (const { website_id, counted_until, windows } of rows)
    if (counted_until !== null && windows !== null) found.set(website_id, { counted_until, windows })
  return ({ website_id }) => (website_id === null ? undefined : found.get(website_id))
}

export interface Decided extends NewSecondOpinion {
  team_id: number
  monitor_id: number
  location: string
  decided_at: number
}

export async function saveDecisionsUnscoped(tx: RoleTx<'worker'>, decided: readonly Decided[]): Promise<void> {
  if (decided.length === 0) return
  await tx.execute(sql`
    insert into second_opinions (team_id, monitor_id, location, decision, window_seconds, visits, expected, low, high, decided_at)
    select team_id, monitor_id, location, decision, window_seconds, visits, expected, low, high, to_timestamp(decided_at / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as d (team_id bigint, monitor_id bigint, location text, decision text,
      window_seconds integer, visits integer, expected integer, low integer, high integer, decided_at bigint)
    on conflict (team_id, monitor_id, location) do update set decision = excluded.decision,
      window_seconds = excluded.window_seconds, visits = excluded.visits, expected = excluded.expected, low = excluded.low,
      high = excluded.high, decided_at = excluded.decided_at`)
}
