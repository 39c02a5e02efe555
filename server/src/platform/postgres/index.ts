import pg from 'pg'
import { Burst } from './burst.ts'
import { createJobsPool } from './jobs-pool.ts'
import type { Sql } from './sql.ts'
import { submit, types } from './submit.ts'

export { emptySql, joinSql, sql, type Sql } from './sql.ts'

declare const door: unique symbol

/** What `asUser` and `asRole` hand out; nobody else can make one, for the door has no name outside this file. */
export interface Tx {
  readonly [door]: 'user' | RoleName
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
  readonly [door]: 'user'
}

export const ROLES = ['auth', 'admin', 'worker', 'prober', 'collector'] as const
export type RoleName = (typeof ROLES)[number]

/** A transaction of one narrow system role, which its own policies confine. */
export interface RoleTx<Name extends RoleName = RoleName> extends Tx {
  readonly role: Name
  readonly [door]: Name
}

/** Who enters. The database verifies the credential in the same trip; `system` is background work for that user. */
export type Entry =
  | { user_id: number; key_id: number }
  | { user_id: number; session_id: number }
  | { user_id: number; system: true }

export interface TxOptions {
  /** A read: whatever is asked in one go costs one trip. It is no snapshot; nothing it locks stays locked. */
  readOnly?: boolean
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
  if (error instanceof Unreachable) return true
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
  declare readonly [door]: 'user' | RoleName
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

/** How a transaction begins, and what its work is handed. */
interface Way {
  prefix: string
  make: (ask: Ask) => Tx
}

interface Connection {
  connectionString: string
  size: number
  onError: (error: Error) => void
}

export function connectPostgres({ connectionString, size, onError }: Connection): Postgres {
  const base = {
    connectionString,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'sitewatch',
  }
  // Compiling costs 50 ms and more; not one of our statements is worth it, whatever the planner estimates.
  const settings =
    '-c jit=off -c search_path=sitewatch -c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s'
  const pool = new pg.Pool({ ...base, types, max: size, idleTimeoutMillis: 60_000, options: settings })
  reportErrors(pool, onError)
  const extras: { end(): Promise<void> }[] = []

  const refusalOf = (cause: unknown): unknown =>
    sqlState(cause) === 'SW401' ? new EntryRefused('this credential is not valid', { cause }) : cause

  const connect = (): Promise<pg.PoolClient> =>
    pool.connect().catch((cause: unknown) => {
      throw new Unreachable(`Postgres cannot be reached: ${(cause as Error).message}`, { cause })
    })

  async function write<T>({ prefix, make }: Way, fn: (tx: never) => Promise<T>): Promise<T> {
    const client = await connect()
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
      throw refusalOf(cause)
    }
  }

  async function read<T>({ prefix, make }: Way, fn: (tx: never) => Promise<T>): Promise<T> {
    const burst = new Burst(await connect(), prefix)
    try {
      const result = await fn(make((statement) => burst.ask(statement)) as never)
      const failure = await burst.findFailure()
      if (failure !== null) throw failure
      return result
    } catch (error) {
      throw refusalOf((await burst.findFailure()) ?? error)
    } finally {
      void burst.release()
    }
  }

  return {
    get pool() {
      return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
    },
    asUser: async (entry, fn, options) => {
      const way: Way = { prefix: entryPrefix(entry), make: (ask) => new Transaction(ask, entry.user_id) }
      return options?.readOnly ? read(way, fn) : write(way, fn)
    },
    asRole: (role, fn, options) => {
      const way: Way = { prefix: `set local role sitewatch_${role}`, make: (ask) => new Transaction(ask, 0, role) }
      return options?.readOnly ? read(way, fn) : write(way, fn)
    },
    openJobsPool(jobs) {
      const own = createJobsPool({
        ...base,
        pipeline: false,
        max: jobs,
        options: '-c search_path=sitewatch -c timezone=UTC -c role=sitewatch_jobs',
      })
      reportErrors(own, onError)
      extras.push(own)
      return own
    },
    async listen(channel, handler) {
      const listener = listenForever({ ...base, pipeline: false }, channel, handler, onError)
      extras.push(listener)
      await listener.ready
      return () => listener.end()
    },
    async close() {
      await Promise.all(extras.map((extra) => extra.end()))
      await pool.end()
    },
  }
}

function listenForever(
  options: pg.ClientConfig,
  channel: string,
  handler: (payload: string | null) => void,
  onError: (error: Error) => void,
) {
  let ended = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const next = new pg.Client(options)
    client = next
    let lost = false
    const reconnect = (error?: Error): void => {
      if (lost || ended) return
      lost = true
      if (error) onError(error)
      retry = setTimeout(() => void connect(), 1000)
      void next.end().catch(onError)
    }
    next.on('error', reconnect)
    next.on('end', () => reconnect())
    next.on('notification', (message) => handler(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      handler(null)
    } catch (error) {
      reconnect(error as Error)
    }
  }
  return {
    ready: connect(),
    async end() {
      if (ended) return
      ended = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
