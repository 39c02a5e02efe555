import { setTimeout as wait } from 'node:timers/promises'
import { type ClickHouse, ClickHouseUnavailable } from '../clickhouse/index.ts'
import type { Log } from '../log.ts'
import { type Loop, UNWATCHED } from '../progress.ts'
import { type Postgres, type RoleTx, sql } from '../postgres/index.ts'
import { unpackRows } from './append.ts'
import { INBOX_KINDS, type InboxKind } from './kinds.ts'
import { isolateRefused } from './refused.ts'

/** The ClickHouse table that each kind is loaded into. */
export type InboxTables = Partial<Record<InboxKind, string>>

export interface Loader {
  /** Finishes the load under way; what waits is loaded by the next loader. */
  stop(): Promise<void>
}

export interface LoaderOptions {
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'insert'>
  tables: InboxTables
  log: Log
  /** Told of each load and of each look, for metrics. */
  onLoaded?: (kind: InboxKind, rows: number) => void
  onLook?: (oldest_seconds: ReadonlyMap<InboxKind, number>) => void
  poll_ms?: number
  silent_ms?: number
  /** After how many refusals a batch is set aside. */
  max_refusals?: number
  loop?: Loop
}

const POLL_MS = 250
/**
 * How long the oldest batch waits for others. Each load makes a part on disk in the table and in each of its views, so a
 * check a second loaded at once would write 30 kB for it. Of 333 checks a second, 660 bytes each were written by the engine
 * when they waited for 1 s, 420 when for 5 s; whether a monitor is up does not come from there.
 */
const LINGER_MS: Record<InboxKind, number> = { checks: 10_000, events: 300, filtered_events: 1000 }
/** Enough for a load at once, without lingering. */
const PLENTY_ROWS = 5000
/** A load is one block in the engine: bounded, so that it fits into memory and takes about a second. */
const MAX_ROWS = 100_000
const LARGE_ROWS = 50_000
const MAX_RAW_BYTES = 32 * 1024 * 1024
const MAX_BATCHES = 5000
/** A load that the engine refuses must not hold up the others for ever; while the engine is away, more would not help. */
const MAX_FAILING = 3
const RETRY_FIRST_MS = 500
const RETRY_LONGEST_MS = 5000
/** About 20 s: enough for a table that is being migrated, short enough not to hold up statistics. */
const MAX_REFUSALS = 8
const MAX_ERROR_LENGTH = 500
/** A loader that stopped without closing its connection loses its load after this. */
const SILENT_MS = 9000

interface Load {
  load_id: string
  inbox_ids: number[]
  attempts: number
  refusals: number
}

/**
 * The set is committed before its first try: the same token with other rows would be dropped silently. The lock is a
 * statement of its own, since the next one must see what whoever held it before has frozen.
 */
async function freezeLoad(tx: RoleTx<'worker'>, kind: InboxKind): Promise<void> {
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
    having sum(row_count) >= ${PLENTY_ROWS}
      or min(created_at) < clock_timestamp() - ${LINGER_MS[kind]} * interval '1 millisecond'`)
  await Promise.all([locked, frozen])
}

/** The lock on its row makes a load one loader's own, until its transaction or its connection ends. */
async function takeLoad(tx: RoleTx<'worker'>, kind: InboxKind): Promise<Load | undefined> {
  return tx.maybe(sql<Load>`
    select load_id, inbox_ids::float8[] as inbox_ids, attempts, refusals from inbox_loads
    where kind = ${kind} and retry_at <= clock_timestamp() order by created_at limit 1 for update skip locked`)
}

interface StoredBatch {
  body: Buffer
  row_count: number
}

function readBatches(tx: RoleTx<'worker'>, kind: InboxKind, load: Load): Promise<StoredBatch[]> {
  return tx.query(sql<StoredBatch>`
    select body, row_count from inbox where kind = ${kind} and id = any(${load.inbox_ids}::bigint[]) order by id`)
}

function unpackBatches(batches: readonly StoredBatch[], load: Load): Buffer {
  if (batches.length !== load.inbox_ids.length) throw new Error(`load ${load.load_id} is no longer whole`)
  return Buffer.concat(batches.map((batch) => unpackRows(batch.body)))
}

async function deleteLoad(tx: RoleTx<'worker'>, kind: InboxKind, load: Load): Promise<void> {
  await tx.execute(sql`delete from inbox where kind = ${kind} and id = any(${load.inbox_ids}::bigint[])`)
  await tx.execute(sql`delete from inbox_loads where load_id = ${load.load_id}`)
}

class LoadFailed extends Error {
  override name = 'LoadFailed'
  readonly load: Load

  constructor(load: Load, cause: unknown) {
    super('a load failed', { cause })
    this.load = load
  }
}

type Parts = Omit<LoaderOptions, 'tables'>

/** False when there was nothing to load. */
async function runLoad(parts: Parts, kind: InboxKind, table: string): Promise<boolean> {
  const { postgres, clickhouse, onLoaded, silent_ms = SILENT_MS } = parts
  return postgres.asRole('worker', async (tx) => {
    const load = await takeLoad(tx, kind)
    if (!load) return false
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', ${String(silent_ms)}, true)`)
    const batches = await readBatches(tx, kind, load)
    try {
      await clickhouse.insert({ table, token: load.load_id, ndjson: unpackBatches(batches, load) })
    } catch (error) {
      throw new LoadFailed(load, error)
    }
    await deleteLoad(tx, kind, load)
    onLoaded?.(
      kind,
      batches.reduce((sum, batch) => sum + batch.row_count, 0),
    )
    return true
  })
}

async function postponeLoad(postgres: Postgres, { load, cause }: LoadFailed): Promise<void> {
  const { load_id, attempts } = load
  const delay_ms = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** Math.min(attempts, 10))
  await postgres.asRole('worker', (tx) =>
    tx.execute(sql`
      update inbox_loads set attempts = attempts + 1, refusals = refusals + ${isRefusal(cause) ? 1 : 0},
        last_error = ${describeError(cause)}, retry_at = clock_timestamp() + ${delay_ms} * interval '1 millisecond'
      where load_id = ${load_id}`),
  )
}

/** The rows are at fault. A ClickHouse that is away, busy or not migrated yet says nothing about them. */
const isRefusal = (error: unknown): boolean => !(error instanceof ClickHouseUnavailable)

/** Without NUL, which Postgres does not store in text. */
const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll('\0', '')
    .toWellFormed()
    .slice(0, MAX_ERROR_LENGTH)

interface Waiting {
  kind: InboxKind
  oldest_seconds: number
}

/** What is there at all, for all kinds in one trip: what an idle loader costs. */
function peek(postgres: Postgres, kinds: readonly InboxKind[]): Promise<Waiting[]> {
  return postgres.asRole(
    'worker',
    (tx) =>
      tx.query(sql<Waiting>`
        select kind, extract(epoch from clock_timestamp() - first.created_at)::float8 as oldest_seconds
        from unnest(${kinds}::text[]) as kind
        cross join lateral (select created_at from inbox where inbox.kind = kind.kind order by id limit 1) as first`),
    { readOnly: true },
  )
}

/** Loads whatever waits. Any number of loaders may run, in any number of processes. */
export function startLoader(options: LoaderOptions): Loader {
  const { postgres, tables, log, poll_ms = POLL_MS, max_refusals = MAX_REFUSALS, loop = UNWATCHED } = options
  /** Of the cycle under way. */
  let failure: unknown
  const kinds = INBOX_KINDS.filter((kind) => tables[kind] !== undefined)
  const stopping = new AbortController()
  /** Of these the last load was a large one, so more wait: then two at once, one being read while the other is inserted. */
  const behind = new Set<InboxKind>()
  const parts: Parts = {
    ...options,
    onLoaded(kind, rows) {
      if (rows >= LARGE_ROWS) behind.add(kind)
      else behind.delete(kind)
      options.onLoaded?.(kind, rows)
    },
  }

  /** True when there is more to try at once. */
  const handleFailure = async (kind: InboxKind, failed: LoadFailed): Promise<boolean> => {
    const { load, cause } = failed
    const about = { err: cause, kind, load: load.load_id, attempts: load.attempts + 1 }
    if (!isRefusal(cause) || load.refusals + 1 < max_refusals) {
      log.warn(about, 'ClickHouse insert failed, will retry')
      await postponeLoad(postgres, failed)
      return false
    }
    const error = describeError(cause)
    const outcome = await postgres.asRole('worker', (tx) =>
      isolateRefused(tx, kind, { load, error, refusals: max_refusals - 1 }),
    )
    if (outcome === 'set aside') {
      log.error(about, 'a batch was set aside after repeated failures; "sitewatch inbox list" shows it')
    }
    return outcome !== 'gone'
  }
  const loadKind = async (kind: InboxKind): Promise<boolean> => {
    try {
      await postgres.asRole('worker', (tx) => freezeLoad(tx, kind))
      return await runLoad(parts, kind, tables[kind] ?? kind)
    } catch (error) {
      if (!(error instanceof LoadFailed)) throw error
      failure = error.cause
      return handleFailure(kind, error)
    }
  }
  /** Until there is no more, or no longer so much. */
  const loadMany = async (kind: InboxKind): Promise<boolean> => {
    let isAny = false
    while (await loadKind(kind)) {
      isAny = true
      if (!behind.has(kind) || stopping.signal.aborted) break
    }
    return isAny
  }
  const cycle = async (): Promise<boolean> => {
    const found = await peek(postgres, kinds)
    options.onLook?.(new Map(found.map(({ kind, oldest_seconds }) => [kind, oldest_seconds])))
    const loaded = await Promise.all(
      found.flatMap(({ kind }) => (behind.has(kind) ? [loadMany(kind), loadMany(kind)] : [loadKind(kind)])),
    )
    return loaded.includes(true)
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      failure = undefined
      loop.begin()
      try {
        const isAny = await cycle()
        loop.end(failure)
        if (isAny) continue
      } catch (error) {
        loop.end(error)
        log.warn({ err: error }, 'the loader could not reach Postgres')
      }
      await wait(poll_ms, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      loop.stop()
    },
  }
}
