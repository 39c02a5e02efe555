import { type Postgres, type RoleTx, sql } from '../postgres/index.ts'
import type { InboxKind } from './kinds.ts'

/** A batch that was set aside: it could not be read, or ClickHouse refused it. */
export interface RefusedBatch {
  id: number
  kind: InboxKind
  row_count: number
  raw_bytes: number
  error: string
  created_at: string
  refused_at: string
}

export function listRefusedUnscoped(tx: RoleTx<'worker'>, limit: number): Promise<RefusedBatch[]> {
  return tx.query(sql<RefusedBatch>`
    select id::float8 as id, kind, row_count, raw_bytes, error, created_at, refused_at from inbox_refused
    order by id limit ${limit}`)
}

export interface RefusedCount {
  kind: InboxKind
  batches: number
  rows: number
}

export function countRefusedUnscoped(postgres: Postgres): Promise<RefusedCount[]> {
  return postgres.asRole(
    'worker',
    (tx) =>
      tx.query(sql<RefusedCount>`
        select kind, count(*)::int as batches, sum(row_count)::float8 as rows from inbox_refused group by kind`),
    { readOnly: true },
  )
}

/** A retried load is as small as this, so that one bad batch delays few others. */
const RETRY_BATCHES = 500
const RETRY_BYTES = 8 * 1024 * 1024

/**
 * Puts batches back into the inbox; all of them if `ids` is null. Returns how many. Some of their rows may be in ClickHouse, if the
 * insert failed after it had written them, so they are put into loads that count as tried.
 */
export async function retryRefusedUnscoped(
  tx: RoleTx<'worker'>,
  ids: readonly number[] | null,
  refusals = 0,
): Promise<number> {
  const { batches } = await tx.one(sql<{ batches: number }>`
    with taken as (delete from inbox_refused where ${ids}::bigint[] is null or id = any(${ids}::bigint[]) returning *),
    waiting as (
      insert into inbox (kind, row_count, raw_bytes, body, created_at)
      select kind, row_count, raw_bytes, body, created_at from taken order by id returning kind, id, raw_bytes),
    numbered as (
      select kind, id, row_number() over line / ${RETRY_BATCHES} as part, sum(raw_bytes) over line / ${RETRY_BYTES} as size
      from waiting window line as (partition by kind order by id)),
    loads as (
      insert into inbox_loads (kind, inbox_ids, refusals, tries)
      select kind, array_agg(id order by id), ${refusals}, 1 from numbered group by kind, part, size)
    select count(*)::int as batches from waiting`)
  return batches
}

export function discardRefusedUnscoped(tx: RoleTx<'worker'>, ids: readonly number[] | null): Promise<number> {
  return tx.execute(sql`delete from inbox_refused where ${ids}::bigint[] is null or id = any(${ids}::bigint[])`)
}

interface FailedLoad {
  load_id: string
  inbox_ids: readonly number[]
  attempts: number
}

/**
 * One of many batches may be bad: the load is split into halves, each tried once, until a single batch is left. The halves have new IDs, so
 * that no deduplication token refers to other rows than before; some of their rows may be in ClickHouse, so they count as tried. `gone`:
 * another loader has the load, or has already handled it.
 */
export async function isolateRefused(
  tx: RoleTx<'worker'>,
  kind: InboxKind,
  { load, error, refusals }: { load: FailedLoad; error: string; refusals: number },
): Promise<'split' | 'set aside' | 'gone'> {
  const taken = await tx.maybe(sql`
    select 1 from inbox_loads where load_id = ${load.load_id} and attempts = ${load.attempts} for update skip locked`)
  if (!taken) return 'gone'
  const { inbox_ids: ids } = load
  if (ids.length > 1) {
    const middle = Math.ceil(ids.length / 2)
    for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
      await tx.execute(sql`
        insert into inbox_loads (kind, inbox_ids, refusals, tries) values (${kind}, ${half}::bigint[], ${refusals}, 1)`)
    }
  } else {
    await tx.execute(sql`
      with taken as (delete from inbox where kind = ${kind} and id = any(${ids}::bigint[]) returning *)
      insert into inbox_refused (kind, row_count, raw_bytes, body, created_at, error)
      select kind, row_count, raw_bytes, body, created_at, ${error} from taken`)
  }
  await tx.execute(sql`delete from inbox_loads where load_id = ${load.load_id}`)
  return ids.length > 1 ? 'split' : 'set aside'
}
