import pg from 'pg'
import { DEADLINES, type Deadlines, DeadlineExceeded, isDeadline } from '../deadline.ts'
import { type Loop, type Progress, UNWATCHED } from '../progress.ts'
import { PipelinedReads } from './pipelined-reads.ts'
import { abandon, endWithin, toDeadline, watchPool } from './frozen.ts'
import { createJobsPool } from './jobs-pool.ts'
import { listenForever } from './listen.ts'
import { type Sql, sql } from './sql.ts'
import { submit, types } from './submit.ts'

export { emptySql, joinSql, sql, type Sql } from './sql.ts'

declare const txBrand: unique symbol

/** What `asUser` and `asRole` hand out; nobody else can make one, for `txBrand` is not exported. */
export interface Tx {
  readonly [txBrand]: 'user' | RoleName
  query<Row>(statement: Sql<Row>): Promise<Row[]>
  /** The one row; throws when there is none. */
  one<Row>(statement: Sql<Row>): Promise<Row>
  maybe<Row>(statement: Sql<Row>): Promise<Row | undefined>
  /** How many rows it touched. */
  execute(statement: Sql): Promise<number>
}

/** A transaction that sees one user's rows. Only `asUser` makes one, so no store function can run without a user. */
export interface UserTx extends Tx {
  readonly user_id: number
  readonly [txBrand]: 'user'
}

export const ROLES = ['auth', 'admin', 'worker', 'prober', 'collector'] as const
export type RoleName = (typeof ROLES)[number]

/** A transaction of one narrow system role, which its own policies confine. */
export interface RoleTx<Name extends RoleName = RoleName> extends Tx {
  readonly role: Name
  readonly [txBrand]: Name
}

/** Who enters. The database verifies the credential in the same trip; `system` is background work for that user. */
export type Entry =
  | { user_id: number; key_id: number }
  | { user_id: number; session_id: number }
  | { user_id: number; system: true }

export interface TxOptions {
  /** A read: whatever is asked in one go costs one trip. It is no snapshot; nothing it locks stays locked. */
  readOnly?: boolean
  /** Given up after `attempt_ms`, and its connection with it: for what is asked again and again. */
  isPrompt?: boolean
}

export interface Postgres {
  /** Connections of the pool, and requests that wait for one. */
  readonly pool: { total: number; idle: number; waiting: number }
  asUser<T>(entry: Entry, fn: (tx: UserTx) => Promise<T>, options?: TxOptions): Promise<T>
  asRole<Name extends RoleName, T>(role: Name, fn: (tx: RoleTx<Name>) => Promise<T>, options?: TxOptions): Promise<T>
  /** A pool for graphile-worker, which brings its own queries, as the role that owns its schema. */
  openJobsPool(size: number): pg.Pool
  /** Calls back on each NOTIFY, and with null whenever notifications may have been missed (connected anew). */
  listen(channel: string, handler: (payload: string | null) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** The credential of the entry is no longer valid: revoked, expired, ended, suspended. */
export class EntryRefused extends Error {
  override name = 'EntryRefused'
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** There is no connection to be had, for whatever reason. */
class Unreachable extends Error {
  override name = 'Unreachable'
}

export function isConnectionError(error: unknown): boolean {
  if (error instanceof Unreachable || error instanceof DeadlineExceeded) return true
  const state = sqlState(error)
  if (state !== undefined) return state.startsWith('08') || state.startsWith('57P') || state === '53300'
  return (
    error instanceof Error &&
    /ECONNRESET|EPIPE|Connection terminated|Client has encountered a connection error|not queryable/.test(
      `${error.message} ${String((error as { code?: unknown }).code)}`,
    )
  )
}

/**
 * Passes by itself, so the same transaction may succeed later: Postgres is away, full, overloaded or stopping, a deadline has
 * passed, or another transaction won.
 */
export function isTransient(error: unknown): boolean {
  return isConnectionError(error) || /^(40|53|55|57|58|25P03)/.test(sqlState(error) ?? '')
}

type Ask = (statement: Sql) => Promise<pg.QueryResult>

class Transaction implements Tx {
  declare readonly [txBrand]: 'user' | RoleName
  private readonly send: Ask
  readonly user_id: number
  readonly role: RoleName | undefined

  constructor(send: Ask, user_id: number, role?: RoleName) {
    this.send = send
    this.user_id = user_id
    this.role = role
  }

  async query<Row>(statement: Sql<Row>): Promise<Row[]> {
    return (await this.send(statement)).rows as Row[]
  }

  async one<Row>(statement: Sql<Row>): Promise<Row> {
    const [row] = await this.query(statement)
    if (row === undefined) throw new Error('a row was expected')
    return row
  }

  async maybe<Row>(statement: Sql<Row>): Promise<Row | undefined> {
    return (await this.query(statement))[0]
  }

  async execute(statement: Sql): Promise<number> {
    return (await this.send(statement)).rowCount ?? 0
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  // Postgres answers ROLLBACK when a statement before had failed unseen.
  if (command !== 'COMMIT') throw new Error(`commit answered ${command}`)
}

/** Ids are spliced into the prefix, which must be one simple query to cost one trip; so they are checked here. */
function integerText(value: number | null): string {
  if (value === null) return 'null'
  if (!Number.isSafeInteger(value) || value < 0) throw new Error('not an id')
  return String(value)
}

function entryPrefix(entry: Entry): string {
  const key = 'key_id' in entry ? entry.key_id : null
  const session = 'session_id' in entry ? entry.session_id : null
  const ids = [entry.user_id, key, session].map(integerText).join(',')
  return `set local role sitewatch_user; select enter(${ids})`
}

/** The pool listens to idle connections only. One that breaks while in use would end the process without a listener. */
function reportErrors(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', onError))
}

const selectOne = (tx: Tx): Promise<unknown> => tx.one(sql`select 1 as one`)

/** A role without a loop of its own would not notice that its connections are frozen before somebody needs one. */
function startSelfCheck(ask: () => Promise<unknown>, every_ms: number, loop: Loop): { stop(): void } {
  let isUnderWay = false
  const check = async (): Promise<void> => {
    if (isUnderWay) return
    isUnderWay = true
    loop.begin()
    await ask().then(
      () => loop.end(),
      (error: unknown) => loop.end(error),
    )
    isUnderWay = false
  }
  const timer = loop === UNWATCHED ? undefined : setInterval(() => void check(), every_ms)
  timer?.unref()
  return {
    stop() {
      clearInterval(timer)
      loop.stop()
    },
  }
}

/** How a transaction begins, and what its work is handed. */
interface TransactionKind {
  prefix: string
  make: (ask: Ask) => Tx
}

interface Connection {
  connectionString: string
  size: number
  onError: (error: Error) => void
  deadlines?: Deadlines
  /** Told whether connections answer. */
  progress?: Progress
}

export function connectPostgres({
  connectionString,
  size,
  onError,
  deadlines = DEADLINES,
  progress,
}: Connection): Postgres {
  const { attempt_ms } = deadlines
  const watch = (name: string): Loop => progress?.watch(name, 'periodic') ?? UNWATCHED
  const base = {
    connectionString,
    pipeline: true,
    connectionTimeoutMillis: deadlines.connect_ms,
    // For a machine that is gone; one that is there and does not answer is noticed by the deadlines alone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: deadlines.statement_ms,
    application_name: 'sitewatch',
  }
  // Compiling costs 50 ms and more; not one of our statements is worth it, whatever the planner estimates.
  const settings =
    '-c jit=off -c search_path=sitewatch -c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s'
  const pool = new pg.Pool({ ...base, types, max: size, idleTimeoutMillis: 60_000, options: settings })
  reportErrors(pool, onError)
  const { closeIdle, closeAll } = watchPool(pool)
  const extras: { end(): Promise<void> }[] = []

  const refusalOf = (cause: unknown): unknown =>
    sqlState(cause) === 'SW401' ? new EntryRefused('this credential is not valid', { cause }) : cause

  const connect = (): Promise<pg.PoolClient> =>
    pool.connect().catch((cause: unknown) => {
      throw new Unreachable(`Postgres cannot be reached: ${(cause as Error).message}`, { cause: toDeadline(cause) })
    })

  /** The error that ended a transaction; a connection that froze takes the idle ones with it. */
  const explain = (error: unknown): unknown => {
    const cause = toDeadline(error)
    if (isDeadline(cause)) closeIdle()
    return refusalOf(cause)
  }

  const startTimer = (client: pg.PoolClient, { isPrompt = false }: TxOptions): NodeJS.Timeout | undefined =>
    isPrompt ? setTimeout(() => abandon(client), attempt_ms) : undefined

  async function write<T>(
    { prefix, make }: TransactionKind,
    fn: (tx: never) => Promise<T>,
    options: TxOptions,
  ): Promise<T> {
    const client = await connect()
    const timer = startTimer(client, options)
    // Not awaited: it travels with the first statement. If it fails, that statement fails too (aborted, or without
    // any right), and the prefix's own error is the one to report.
    const begun = client.query(`begin; ${prefix}`).then(
      () => null,
      (error: unknown) => error,
    )
    try {
      const result = await fn(make((statement) => submit(client, statement)) as never)
      const failed = await begun
      if (failed !== null) throw failed
      await commit(client)
      client.release()
      return result
    } catch (error) {
      const cause = (await begun) ?? error
      await client.query('rollback').then(
        () => client.release(),
        (failure: unknown) => client.release(failure as Error),
      )
      throw explain(cause)
    } finally {
      clearTimeout(timer)
    }
  }

  async function read<T>(
    { prefix, make }: TransactionKind,
    fn: (tx: never) => Promise<T>,
    options: TxOptions,
  ): Promise<T> {
    const client = await connect()
    const timer = startTimer(client, options)
    const reads = new PipelinedReads(client, prefix)
    try {
      const result = await fn(make((statement) => reads.ask(statement)) as never)
      const failure = await reads.findFailure()
      if (failure !== null) throw failure
      return result
    } catch (error) {
      throw explain((await reads.findFailure()) ?? error)
    } finally {
      clearTimeout(timer)
      void reads.release()
    }
  }

  const ask = (): Promise<unknown> =>
    write({ prefix: 'set local role sitewatch_auth', make: (send) => new Transaction(send, 0, 'auth') }, selectOne, {
      isPrompt: true,
    })
  const selfCheck = startSelfCheck(ask, attempt_ms, watch('Postgres connections'))

  return {
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    asUser: async (entry, fn, options = {}) => {
      const kind: TransactionKind = { prefix: entryPrefix(entry), make: (ask) => new Transaction(ask, entry.user_id) }
      return options.readOnly ? read(kind, fn, options) : write(kind, fn, options)
    },
    asRole: (role, fn, options = {}) => {
      const kind: TransactionKind = {
        prefix: `set local role sitewatch_${role}`,
        make: (ask) => new Transaction(ask, 0, role),
      }
      return options.readOnly ? read(kind, fn, options) : write(kind, fn, options)
    },
    openJobsPool(jobs) {
      const own = createJobsPool({
        ...base,
        pipeline: false,
        application_name: 'sitewatch jobs',
        max: jobs,
        options: '-c search_path=sitewatch -c timezone=UTC -c role=sitewatch_jobs',
        // All that graphile-worker asks is short.
        query_timeout: attempt_ms,
        ping_ms: attempt_ms,
      })
      reportErrors(own.pool, onError)
      extras.push({ end: () => endWithin(own.pool.end(), own.closeAll) })
      return own.pool
    },
    async listen(channel, handler) {
      const listener = listenForever({
        config: { ...base, pipeline: false, application_name: 'sitewatch listen', query_timeout: attempt_ms },
        channel,
        handler,
        onError,
        ping_ms: attempt_ms,
        loop: watch(`listening on ${channel}`),
      })
      extras.push(listener)
      await listener.ready
      return () => listener.end()
    },
    async close() {
      selfCheck.stop()
      await Promise.all(extras.map((extra) => extra.end()))
      await endWithin(pool.end(), closeAll)
    },
  }
}
