import { setTimeout as wait } from 'node:timers/promises'
import { type ClickHouse, ClickHouseUnavailable, writeTestRow } from '../clickhouse/index.ts'
import type { Log } from '../log.ts'
import { type Loop, UNWATCHED } from '../progress.ts'
import { type Postgres, type RoleTx, sql } from '../postgres/index.ts'
import { createCoalescer, type Waiting } from './coalesce.ts'
import { INBOX_KINDS, type InboxKind } from './kinds.ts'
import {
  type Claim,
  claimLoad,
  deleteLoad,
  type Load,
  postponeLoad,
  readBatches,
  takeLoad,
  unpackBatches,
} from './loads.ts'
import { isolateRefused, retryRefusedUnscoped } from './refused.ts'

/** The ClickHouse table that each kind is loaded into. */
type InboxTables = Partial<Record<InboxKind, string>>

export interface RepeatedLoad {
  token: string
  ndjson: Uint8Array
  /** Throws if the load no longer belongs to this loader. Call it before each write: a loader that was suspended must not continue. */
  confirm(): Promise<void>
}

/**
 * Inserts a load that was started before, so that afterwards each of its rows exists once. The token alone does not ensure
 * that: the engine stores it before the rows, so an engine that is killed in between drops the rows forever. No other load
 * of that kind runs at the same time.
 */
type RepeatLoad = (load: RepeatedLoad) => Promise<void>

export interface Loader {
  /** Finishes the running load; the next loader loads the rest. */
  stop(): Promise<void>
}

export interface LoaderOptions {
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'insert' | 'execute' | 'read'>
  tables: InboxTables
  /** A repeated load of a kind without an entry is only inserted again with its token. */
  repeats?: Partial<Record<InboxKind, RepeatLoad>>
  log: Log
  /** Called after each load and at each poll, for metrics. */
  onLoaded?: (kind: InboxKind, rows: number) => void
  onPoll?: (oldest_seconds: ReadonlyMap<InboxKind, number>) => void
  poll_ms?: number
  silent_ms?: number
  /** After how many refusals a batch is set aside. */
  max_refusals?: number
  loop?: Loop
}

const POLL_MS = 250
/** After a load of this size, more batches are probably waiting. */
const LARGE_ROWS = 50_000
/** About 20 s: enough for a table that is being migrated, short enough not to hold up statistics. */
const MAX_REFUSALS = 8
const MAX_ERROR_LENGTH = 500
/** A loader that stopped without closing its connection loses its load after this. */
const SILENT_MS = 9000
/** The same for a repeated load, which compares and repairs up to four tables. */
const REPEAT_SILENT_MS = 60_000

class LoadFailed extends Error {
  override name = 'LoadFailed'
  readonly load: Load

  constructor(load: Load, cause: unknown) {
    super('ClickHouse insert failed', { cause })
    this.load = load
  }
}

type Parts = Omit<LoaderOptions, 'tables'>

/** Loads run concurrently, but a repeated one runs alone: it compares tables that another load would be filling. */
async function insertLoad(tx: RoleTx<'worker'>, parts: Parts, target: Target, load: Load): Promise<number> {
  const { kind, table } = target
  const { clickhouse, silent_ms = SILENT_MS } = parts
  const repeat = parts.repeats?.[kind]
  const isRepeated = repeat !== undefined && load.tries > 1
  const max_silent_ms = isRepeated ? Math.max(silent_ms, REPEAT_SILENT_MS) : silent_ms
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', ${String(max_silent_ms)}, true)`)
  const key = sql`hashtext('sitewatch load ' || ${kind})`
  if (isRepeated) await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
  else if (repeat) await tx.execute(sql`select pg_advisory_xact_lock_shared(${key})`)
  const batches = await readBatches(tx, kind, load)
  let lost: unknown
  const confirm = async (): Promise<void> => {
    await tx.execute(sql`select 1`).catch((error: unknown) => {
      lost = error
      throw error
    })
  }
  try {
    const rows = { token: load.load_id, ndjson: unpackBatches(batches, load) }
    if (isRepeated) await repeat({ ...rows, confirm })
    else await clickhouse.insert({ table, ...rows })
  } catch (error) {
    throw lost ?? new LoadFailed(load, error)
  }
  return batches.reduce((sum, batch) => sum + batch.row_count, 0)
}

interface Target {
  kind: InboxKind
  table: string
}

/** False if another loader has taken the load. */
async function runLoad(parts: Parts, target: Target, claim: Claim): Promise<boolean> {
  return parts.postgres.asRole('worker', async (tx) => {
    const load = await takeLoad(tx, claim)
    if (!load) return false
    const rows = await insertLoad(tx, parts, target, load)
    await deleteLoad(tx, target.kind, load)
    parts.onLoaded?.(target.kind, rows)
    return true
  })
}

/** Whether the rows may be at fault. An error because ClickHouse is away, busy or not migrated yet says nothing about them. */
const isRefusal = (error: unknown): boolean => !(error instanceof ClickHouseUnavailable)

/** Without NUL, which Postgres does not store in text. */
const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll('\0', '')
    .toWellFormed()
    .slice(0, MAX_ERROR_LENGTH)

/** Which kinds have batches, in one query: this is all that an idle loader costs. */
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

/** Before rows are blamed: false if the store does not even accept a row that is known to be good. */
const acceptsTestRow = ({ clickhouse, log }: Parts): Promise<boolean> =>
  writeTestRow(clickhouse).then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error }, 'ClickHouse does not accept a test row: no batch is set aside')
      return false
    },
  )

/** True if the loader should continue immediately. */
async function handleFailure(parts: Parts, kind: InboxKind, failed: LoadFailed): Promise<boolean> {
  const { postgres, log, max_refusals = MAX_REFUSALS } = parts
  const { load, cause } = failed
  const about = { err: cause, kind, load: load.load_id, attempts: load.attempts + 1 }
  const error = describeError(cause)
  const isLast = isRefusal(cause) && load.refusals + 1 >= max_refusals
  if (!isLast || !(await acceptsTestRow(parts))) {
    log.warn(about, 'ClickHouse insert failed, will retry')
    await postponeLoad(postgres, load, { error, isRefusal: isRefusal(cause) && !isLast })
    return false
  }
  const outcome = await postgres.asRole('worker', (tx) =>
    isolateRefused(tx, kind, { load, error, refusals: max_refusals - 1 }),
  )
  if (outcome === 'set aside') {
    log.error(about, 'a batch failed repeatedly and was set aside; "sitewatch inbox list" shows it')
  }
  return outcome !== 'gone'
}

/** Once when a loader starts: a new release, or a repaired store, may accept what was refused. A batch gets a single try. */
async function retryRefused({ postgres, log, max_refusals = MAX_REFUSALS }: Parts): Promise<void> {
  const batches = await postgres.asRole('worker', (tx) => retryRefusedUnscoped(tx, null, max_refusals - 1))
  if (batches > 0) log.info({ batches }, 'retrying the batches that were set aside')
}

/** One cycle after another while there is something to load, otherwise one each poll. */
async function runUntil(
  stopping: AbortSignal,
  { log, loop = UNWATCHED, poll_ms = POLL_MS }: Parts,
  cycle: () => Promise<boolean>,
): Promise<void> {
  while (!stopping.aborted) {
    loop.begin()
    try {
      if (await cycle()) continue
    } catch (error) {
      loop.end(error)
      log.warn({ err: error }, 'inbox loader cannot reach Postgres')
    }
    await wait(poll_ms, undefined, { signal: stopping }).catch(() => undefined)
  }
}

const noteBehind = (options: LoaderOptions, behind: Set<InboxKind>): Parts => ({
  ...options,
  onLoaded(kind, rows) {
    if (rows >= LARGE_ROWS) behind.add(kind)
    else behind.delete(kind)
    options.onLoaded?.(kind, rows)
  },
})

/** Loads the batches in the inbox. Any number of loaders may run, in any number of processes. */
export function startLoader(options: LoaderOptions): Loader {
  const { postgres, tables, loop = UNWATCHED } = options
  /** The error of the current cycle. */
  let failure: unknown
  const kinds = INBOX_KINDS.filter((kind) => tables[kind] !== undefined)
  const coalesce = createCoalescer(postgres)
  const stopping = new AbortController()
  /** Kinds whose last load was large, so more are waiting. They get two loads at once: one is read while the other is inserted. */
  const behind = new Set<InboxKind>()
  const parts = noteBehind(options, behind)

  const loadKind = async (kind: InboxKind): Promise<boolean> => {
    try {
      const claim = await postgres.asRole('worker', (tx) => claimLoad(tx, kind))
      return claim !== undefined && (await runLoad(parts, { kind, table: tables[kind] ?? kind }, claim))
    } catch (error) {
      if (!(error instanceof LoadFailed)) throw error
      failure = error.cause
      return handleFailure(parts, kind, error)
    }
  }
  /** Loads until nothing is left or the loads are small again. */
  const loadMany = async (kind: InboxKind): Promise<boolean> => {
    let hasLoaded = false
    while (await loadKind(kind)) {
      hasLoaded = true
      if (!behind.has(kind) || stopping.signal.aborted) break
    }
    return hasLoaded
  }
  let isStarted = false
  const cycle = async (): Promise<boolean> => {
    if (!isStarted) await retryRefused(parts)
    isStarted = true
    const found = await peek(postgres, kinds)
    options.onPoll?.(new Map(found.map(({ kind, oldest_seconds }) => [kind, oldest_seconds])))
    const loaded = await Promise.all(
      found.flatMap(({ kind }) => (behind.has(kind) ? [loadMany(kind), loadMany(kind)] : [loadKind(kind)])),
    )
    return (await coalesce(found)) || loaded.includes(true)
  }
  const runCycle = async (): Promise<boolean> => {
    failure = undefined
    const hasWorked = await cycle()
    loop.end(failure)
    return hasWorked
  }
  const running = runUntil(stopping.signal, parts, runCycle)
  return {
    async stop() {
      stopping.abort()
      await running
      loop.stop()
    },
  }
}
