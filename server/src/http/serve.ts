import type { AuditAction, BodyOf, ParamsOf, QueryOf, ResultOf, Route } from '@sitewatch/contract'
import type { RoleTx, UserTx } from '../platform/postgres/index.ts'
import type { Actor, Credential } from './auth.ts'

export interface Caller {
  request_id: string
  address: string
  user_agent: string | undefined
  base_url: string
  /** Hash of the session cookie that the browser sent, valid or not: signing in ends that session. */
  session_hash?: Buffer
}

interface Inputs<R extends Route> {
  params: ParamsOf<R['path']>
  query: QueryOf<R>
  body: BodyOf<R>
  caller: Caller
}

type HandlerAccess<R extends Route> = R['scope'] extends 'anonymous'
  ? {}
  : R['scope'] extends 'administrator'
    ? { actor: Actor; tx: RoleTx<'admin'> }
    : R extends { outsideEffect: true }
      ? { actor: Actor; asUser: <T>(fn: (tx: UserTx) => Promise<T>) => Promise<T> }
      : { actor: Actor; tx: UserTx }

export type Context<R extends Route> = Inputs<R> & HandlerAccess<R>

/** A record before and after a change. `before` is missing for a created record, `after` for a deleted one. */
export interface AuditedChange {
  action: AuditAction
  /** Fields whose changes are logged. */
  fields: readonly string[]
  before?: object
  after?: object
}

export interface AnswerFile {
  type: string
  chunks: AsyncIterable<string>
  /** A caller that accepts application/json gets the result instead of the file. */
  unlessJson?: true
}

/** A handler's answer when it is more than the record: another status, a cookie, the Location of a new record. */
export class Respond<T> {
  readonly result: T
  readonly how: {
    status?: 200 | 201
    headers?: Record<string, string>
    location?: string
    /** Sent instead of the result to a caller that accepts text/event-stream: records as they come, until the signal. */
    events?: (signal: AbortSignal) => AsyncIterable<unknown>
    /** Audit log entries to write instead of the single entry of the route. */
    audited?: readonly AuditedChange[]
    /** A file to stream instead of the result. */
    file?: AnswerFile
  }

  constructor(result: T, how: Respond<T>['how']) {
    this.result = result
    this.how = how
  }
}

export function respond<T>(result: T, how: Respond<T>['how']): Respond<T> {
  return new Respond(result, how)
}

/** Not every record has a version. */
type Current = object & { updated_at?: string }

interface ServeOptions {
  /** Slow work that needs no database, such as hashing: done before the transaction, so that no connection waits for it. */
  prepare?: (inputs: Inputs<Route>) => Promise<unknown>
  /**
   * Locks and returns the current record as the API shows it: for If-Match, and for the name and the changes in the audit log. Also
   * undefined if the caller may not see it.
   */
  current?: (tx: UserTx | RoleTx<'admin'>, id: number, actor: Actor, body: object) => Promise<Current | undefined>
  /** The handler opens transactions of its own and is given none. */
  withoutTransaction?: true
}

/** A route with its handler. The pipeline decides in which transaction and for which actor it is called. */
export interface Served {
  route: Route
  handle: (context: Context<Route>) => Promise<unknown>
  options: ServeOptions
}

interface TypedOptions {
  current?: (tx: never, id: number, actor: Actor, body: never) => Promise<Current | undefined>
}

export function serve<const R extends Route>(
  route: R,
  handle: (context: Context<R>) => Promise<ResultOf<R> | Respond<ResultOf<R>>>,
  options: TypedOptions = {},
): Served {
  return { route, handle: handle as unknown as Served['handle'], options: options as ServeOptions }
}

/** Like `serve`; the handler gets as `prepared` what `prepare` returned before the transaction began. */
export function servePrepared<const R extends Route, Prepared>(
  route: R,
  prepare: (inputs: Inputs<R>) => Promise<Prepared>,
  handle: (context: Context<R> & { prepared: Prepared }) => Promise<ResultOf<R> | Respond<ResultOf<R>>>,
  options: TypedOptions = {},
): Served {
  const served = serve(route, handle as (context: Context<R>) => ReturnType<typeof handle>, options)
  return { ...served, options: { ...served.options, prepare } }
}

/**
 * Like `serve`, for a handler that opens transactions as another role. It is given none: if it held one connection while waiting
 * for a second, enough such requests would exhaust the pool and deadlock. The credential is verified without the cache.
 */
export function serveWithoutTransaction<const R extends Route>(
  route: R,
  handle: (context: Inputs<R> & { actor: Actor }) => Promise<ResultOf<R> | Respond<ResultOf<R>>>,
  options: TypedOptions = {},
): Served {
  return {
    ...serve(route, handle as never, options),
    options: { ...(options as ServeOptions), withoutTransaction: true },
  }
}

export interface Identified {
  actor: Actor
  credential: Credential
}
