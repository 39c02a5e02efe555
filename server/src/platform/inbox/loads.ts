import { type Postgres, type RoleTx, sql } from '../postgres/index.ts'
import { unpackRows } from './append.ts'
import type { InboxKind } from './kinds.ts'

/**
 * How long the oldest batch waits for more. Each load creates a part on disk in the table and in each of its views, so at
 * one check a second, loading each immediately would write 30 kB per check. At 333 checks a second, the engine wrote 660
 * bytes per check with a wait of 1 s and 420 with 5 s. The status of a monitor is not read from there.
 */
const MAX_WAIT_MS: Record<InboxKind, number> = { checks: 10_000, events: 300, filtered_events: 1000 }
/** Enough rows to load immediately, without waiting for more. */
const IMMEDIATE_ROWS = 5000
/** A load is one block in the engine: bounded, so that it fits into memory and takes about a second. */
const MAX_ROWS = 100_000
const MAX_RAW_BYTES = 32 * 1024 * 1024
const MAX_BATCHES = 5000
/** A load that ClickHouse refuses must not block the others forever; while ClickHouse is unavailable, more would not help. */
const MAX_FAILING = 3
const RETRY_FIRST_MS = 500
const RETRY_MAX_MS = 5000
/** Between the claim of a load and the lock on its row, no other loader claims it. */
const CLAIM_MS = 1000

export interface Load {
  load_id: string
  inbox_ids: number[]
  attempts: number
  refusals: number
  /** Number of attempts, including this one. More than one: some or all of its rows may already be in ClickHouse. */
  tries: number
}

export type Claim = Pick<Load, 'load_id' | 'tries'>

/**
 * The set of batches is committed before the first attempt: the same deduplication token with other rows would be dropped silently. So is
 * the number of attempts, or a killed loader would leave a load that looks new. The lock is a separate statement, because the next one must
 * see the set that the previous holder of the lock has committed.
 */
export async function claimLoad(tx: RoleTx<'worker'>, kind: InboxKind): Promise<Claim | undefined> {
  const locked = tx.execute(sql`select pg_advisory_xact_lock(hashtext('sitewatch inbox ' || ${kind}))`)
  const frozen = tx.execute(sql`
    with frozen as (select unnest(inbox_ids) as id from inbox_loads where kind = ${kind}),
    waiting as (
      select id, row_count, created_at, sum(row_count) over before as rows_before, sum(raw_bytes) over before as bytes_before
      from (select * from inbox where kind = ${kind} and id not in (select id from frozen) order by id limit ${MAX_BATCHES}) as next
      window before as (order by id rows between unbounded preceding and 1 preceding))
    insert into inbox_loads (kind, inbox_ids)
    select ${kind}, array_agg(id) from waiting
    where coalesce(rows_before, 0) < ${MAX_ROWS} and coalesce(bytes_before, 0) < ${MAX_RAW_BYTES}
      and (select count(*) from inbox_loads where kind = ${kind} and attempts > 0) < ${MAX_FAILING}
    having sum(row_count) >= ${IMMEDIATE_ROWS}
      or min(created_at) < clock_timestamp() - ${MAX_WAIT_MS[kind]} * interval '1 millisecond'`)
  const claimed = tx.maybe(sql<Claim>`
    update inbox_loads set tries = tries + 1, retry_at = clock_timestamp() + ${CLAIM_MS} * interval '1 millisecond'
    where load_id = (
      select load_id from inbox_loads
      where kind = ${kind} and retry_at <= clock_timestamp() order by created_at limit 1 for update skip locked)
    returning load_id, tries`)
  // Awaited together: an unhandled rejection of one of them would end the process.
  const [, , claim] = await Promise.all([locked, frozen, claimed])
  return claim
}

/** The row lock reserves a load for one loader until its transaction or connection ends. */
export function takeLoad(tx: RoleTx<'worker'>, { load_id, tries }: Claim): Promise<Load | undefined> {
  return tx.maybe(sql<Load>`
    select load_id, inbox_ids::float8[] as inbox_ids, attempts, refusals, tries from inbox_loads
    where load_id = ${load_id} and tries = ${tries} for update skip locked`)
}

interface StoredBatch {
  body: Buffer
  row_count: number
}

export function readBatches(tx: RoleTx<'worker'>, kind: InboxKind, load: Load): Promise<StoredBatch[]> {
  return tx.query(sql<StoredBatch>`
    select body, row_count from inbox where kind = ${kind} and id = any(${load.inbox_ids}::bigint[]) order by id`)
}

export function unpackBatches(batches: readonly StoredBatch[], load: Load): Buffer {
  if (batches.length !== load.inbox_ids.length) throw new Error(`load ${load.load_id} is no longer whole`)
  return Buffer.concat(batches.map((batch) => unpackRows(batch.body)))
}

export async function deleteLoad(tx: RoleTx<'worker'>, kind: InboxKind, load: Load): Promise<void> {
  await tx.execute(sql`delete from inbox where kind = ${kind} and id = any(${load.inbox_ids}::bigint[])`)
  await tx.execute(sql`delete from inbox_loads where load_id = ${load.load_id}`)
}

interface Failure {
  error: string
  isRefusal: boolean
}

export async function postponeLoad(postgres: Postgres, load: Load, { error, isRefusal }: Failure): Promise<void> {
  const delay_ms = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(load.attempts, 10))
  await postgres.asRole('worker', (tx) =>
    tx.execute(sql`
      update inbox_loads set attempts = attempts + 1, refusals = refusals + ${isRefusal ? 1 : 0},
        last_error = ${error}, retry_at = clock_timestamp() + ${delay_ms} * interval '1 millisecond'
      where load_id = ${load.load_id}`),
  )
}
