import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { dayOf } from './identity.ts'
import type { Site } from '../websites/index.ts'

interface DropCount {
  site: Pick<Site, 'id' | 'team_id'>
  reason: string
  /** From a closed set; '' for none. */
  detail: string
}

interface Counted extends DropCount {
  day: string
  count: number
  last_ms: number
}

export interface DropCounts {
  add(drop: DropCount, now_ms: number): void
  flush(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 1000
/** Far more than one second produces; reached only when Postgres has been unavailable for long. */
const MAX_COUNTS = 100_000

/** Rows are written in key order, so that two collectors never deadlock. A website that was deleted meanwhile is skipped. */
async function addDropsUnscoped(tx: RoleTx<'collector'>, counted: readonly Counted[]): Promise<void> {
  const rows = counted.map(({ site, day, reason, detail, count, last_ms }) => ({
    team_id: site.team_id,
    website_id: site.id,
    day,
    reason,
    detail,
    count,
    last_at: new Date(last_ms).toISOString(),
  }))
  await tx.execute(sql`
    insert into event_drops (team_id, website_id, day, reason, detail, count, last_at)
    select w.team_id, w.id, d.day, d.reason, d.detail, d.count, d.last_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d (team_id bigint, website_id bigint, day date, reason text, detail text, count bigint, last_at timestamptz)
    join websites w on w.team_id = d.team_id and w.id = d.website_id
    order by 1, 2, 3, 4, 5
    on conflict (team_id, website_id, day, reason, detail) do update
      set count = event_drops.count + excluded.count, last_at = greatest(event_drops.last_at, excluded.last_at)`)
}

interface Options {
  postgres: Postgres
  onCounted: (reason: string, count: number) => void
  onError: (error: unknown) => void
}

/** Counted in memory and written once a second: dropping an event must stay cheaper than storing it. */
export function createDropCounts({ postgres, onCounted, onError }: Options): DropCounts {
  let counts = new Map<string, Counted>()
  let writing: Promise<void> = Promise.resolve()

  const add = (drop: DropCount, now_ms: number, count = 1): void => {
    const day = dayOf(now_ms)
    const key = `${drop.site.id} ${day} ${drop.reason} ${drop.detail}`
    const counted = counts.get(key)
    if (counted) {
      counted.count += count
      counted.last_ms = now_ms
    } else if (counts.size < MAX_COUNTS) counts.set(key, { ...drop, day, count, last_ms: now_ms })
  }

  const write = async (): Promise<void> => {
    const pending = [...counts.values()]
    counts = new Map()
    const ofKnownSites = pending.filter(({ site }) => site.id !== 0)
    try {
      if (ofKnownSites.length > 0) await postgres.asRole('collector', (tx) => addDropsUnscoped(tx, ofKnownSites))
    } catch (error) {
      for (const drop of pending) add(drop, drop.last_ms, drop.count)
      throw error
    }
    // Once written: drops that are added back are written, and counted here, at a later flush.
    for (const { reason, count } of pending) onCounted(reason, count)
  }

  const flush = (): Promise<void> => (writing = writing.catch(() => undefined).then(write))
  const timer = setInterval(() => {
    if (counts.size > 0) flush().catch(onError)
  }, FLUSH_MS)
  timer.unref()
  return {
    add: (drop, now_ms) => add(drop, now_ms),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
