import { type RoleTx, sql } from '../../platform/postgres/index.ts'
import type { TrafficWindow } from '../../monitoring/second-opinion/index.ts'

export interface AskedTraffic {
  team_id: number
  website_id: number
  /** Epoch milliseconds by the clock of checks: the time until which every event is in ClickHouse. */
  complete_until: number
}

/**
 * The collector takes an event into the inbox within milliseconds, and the inbox is loaded in order: whatever arrived a second before the
 * oldest batch that still waits is loaded.
 */
const COLLECTED_MS = 1000
/** A check with a long timeout asks at most so seldom. */
const ASKED_SECONDS = 90
const REFRESH_MS = 1000

/** Websites with a check in doubt whose traffic was not counted in the last seconds, the longest ago first. */
export function listAskedUnscoped(tx: RoleTx<'worker'>, max: number): Promise<AskedTraffic[]> {
  return tx.query(sql<AskedTraffic>`
    select t.team_id, t.website_id, least(clock_ms(), (select (extract(epoch from i.created_at) * 1000)::bigint from inbox i
        where i.kind = 'events' order by i.id limit 1)) - ${COLLECTED_MS} as complete_until
    from traffic_now t
    where t.asked_at > checks_clock() - make_interval(secs => ${ASKED_SECONDS})
      and (t.counted_until is null or t.counted_until not between clock_ms() - ${COLLECTED_MS + REFRESH_MS} and clock_ms())
    order by t.counted_until nulls first, t.website_id limit ${max}`)
}

/** `windows` is null when nothing can be expected of the website. */
export async function saveTrafficUnscoped(
  tx: RoleTx<'worker'>,
  { team_id, website_id, complete_until }: AskedTraffic,
  windows: readonly TrafficWindow[] | null,
): Promise<void> {
  await tx.execute(sql`
    update traffic_now set counted_until = ${complete_until}, windows = ${windows && JSON.stringify(windows)}
    where team_id = ${team_id} and website_id = ${website_id}`)
}
