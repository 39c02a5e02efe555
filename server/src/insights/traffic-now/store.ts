import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { TrafficWindow } from '../../monitoring/second-opinion/index.ts'

export interface TrafficRequest {
  team_id: number
  website_id: number
  /** Epoch milliseconds by the clock of checks: the time until which every event is in ClickHouse. */
  complete_until: number
}

/**
 * The collector stores an event in the inbox within milliseconds, and the inbox is loaded in order: every event that arrived a second
 * before the oldest batch that still waits is loaded.
 */
const COLLECTED_MS = 1000
/** A check with a long timeout renews its request at least this often. */
const REQUEST_SECONDS = 90
const REFRESH_MS = 1000

/** Websites with a check in doubt whose traffic was not counted in the last seconds, the longest ago first. */
export function listRequestsUnscoped(tx: RoleTx<'worker'>, max: number): Promise<TrafficRequest[]> {
  return tx.query(sql<TrafficRequest>`
    select t.team_id, t.website_id, least(clock_ms(), (select (extract(epoch from i.created_at) * 1000)::bigint from inbox i
        where i.kind = 'events' order by i.id limit 1)) - ${COLLECTED_MS} as complete_until
    from traffic_now t
    where t.asked_at > checks_clock() - make_interval(secs => ${REQUEST_SECONDS})
      and (t.counted_until is null or t.counted_until not between clock_ms() - ${COLLECTED_MS + REFRESH_MS} and clock_ms())
    order by t.counted_until nulls first, t.website_id limit ${max}`)
}

/** `windows` is null when the visits of the website cannot be predicted. */
export async function saveTrafficUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, website_id, complete_until }: TrafficRequest,
  windows: readonly TrafficWindow[] | null,
): Promise<void> {
  await tx.execute(sql`
    update traffic_now set counted_until = ${complete_until}, windows = ${windows && JSON.stringify(windows)}
    where team_id = ${team_id} and website_id = ${website_id}`)
}
