import { type Postgres, sql } from '../postgres/index.ts'
import { packRows, unpackRows } from './append.ts'
import type { InboxKind } from './kinds.ts'

/** A batch of this size is worth a row of its own. */
const SMALL_BYTES = 64 * 1024
/** Fewer are not worth the work. At these two limits, one merge occupies the process for about 20 ms. */
const MERGED_BATCHES = 500
const MERGED_BYTES = 2 * 1024 * 1024

/** ClickHouse is away or slower than what arrives. */
const BEHIND_SECONDS = 30
/** How long to wait for more small batches. */
const PAUSE_MS = 2000

export interface Waiting {
  kind: InboxKind
  oldest_seconds: number
}

interface SmallBatch {
  id: number
  raw_bytes: number
  body: Buffer
}

/**
 * Merges the oldest small batches of a kind that no load has frozen into one. While ClickHouse is away for an hour at 500 batches a
 * second, 1,800,000 batches would otherwise wait, which takes too long to measure and to load. False if there are too few, or if a
 * load is being frozen at the moment.
 */
async function coalesceBatches(postgres: Postgres, kind: InboxKind): Promise<boolean> {
  return postgres.asRole('worker', async (tx) => {
    const { is_free } = await tx.one(sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('sitewatch inbox ' || ${kind})) as is_free`)
    if (!is_free) return false
    const batches = await tx.query(sql<SmallBatch>`
      with frozen as (select unnest(inbox_ids) as id from inbox_loads where kind = ${kind})
      select id::float8 as id, raw_bytes, body from (
        select id, raw_bytes, body, sum(raw_bytes) over (order by id) as total from (
          select id, body, raw_bytes from inbox
          where kind = ${kind} and raw_bytes <= ${SMALL_BYTES} and id not in (select id from frozen)
          order by id limit ${MERGED_BATCHES}) as small) as summed
      where total <= ${MERGED_BYTES} order by id`)
    const ids = batches.map(({ id }) => id)
    const bytes = batches.reduce((sum, { raw_bytes }) => sum + raw_bytes, 0)
    if (ids.length < MERGED_BATCHES && bytes < MERGED_BYTES / 2) return false
    const body = packRows(Buffer.concat(batches.map((batch) => unpackRows(batch.body))))
    await tx.execute(sql`
      with merged as (delete from inbox where kind = ${kind} and id = any(${ids}::bigint[]) returning *)
      insert into inbox (kind, id, last_id, row_count, raw_bytes, body, created_at) overriding system value
      select ${kind}, min(id), max(coalesce(last_id, id)), sum(row_count), sum(raw_bytes), ${body}, min(created_at) from merged`)
    return true
  })
}

/** Merges batches of the kinds that are behind. True if there may be more to merge. */
export function createCoalescer(postgres: Postgres): (waiting: readonly Waiting[]) => Promise<boolean> {
  let paused_until_ms = 0
  return async (waiting) => {
    if (performance.now() < paused_until_ms) return false
    let hasMerged = false
    for (const { kind, oldest_seconds } of waiting) {
      if (oldest_seconds > BEHIND_SECONDS && (await coalesceBatches(postgres, kind))) hasMerged = true
    }
    if (!hasMerged) paused_until_ms = performance.now() + PAUSE_MS
    return hasMerged
  }
}
