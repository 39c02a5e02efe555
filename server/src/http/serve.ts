import type { BodyOf, ParamsOf, QueryOf, ResultOf, Route } from '@sitewatch/contract'
import type { RoleTx, UserTx } from '../platform/postgres/index.ts'
import type { Actor, Credential } from './auth.ts'

export interface Caller {
  request_id: string
  address: string
  user_agent: string | undefined
  base_url: string
}

interface Inputs<R extends Route> {
  params: ParamsOf<R['path']>
  query: QueryOf<R>
  body: BodyOf<R>
  caller: Caller
}

type Powers<R extends Route> = R['scope'] extends 'anonymous'
  ? {}
  : R['scope'] extends 'administrator'
    ? { actor: Actor; tx: RoleTx<'admin'> }
    : R extends { outsideEffect: true }
      ? { actor: Actor; asUser: <T>(fn: (tx: UserTx) => Promise<T>) => Promise<T> }
      : { actor: Actor; tx: UserTx }

export type Context<R extends Route> = Inputs<R> & Powers<R>

/** A handler's answer when it is more than the record: another status, a cookie, the place of what was made. */
export class Respond<T> {
  readonly result: T
  readonly how: { status?: 200 | 201; headers?: Record<string, string>; location?: string }

  constructor(result: T, how: Respond<T>['how']) {
    this.result = result
    this.how = how
  }
}

export function respond<T>(result: T, how: Respond<T>['how']): Respond<T> {
  return new Respond(result, how)
}

export interface ServeOptions {
  /** The record as it is now, locked, for If-Match. */
  current?: (tx: UserTx | RoleTx<'admin'>, id: number) => Promise<{ updated_at: string } | undefined>
}

/** A route with its handler. How it is called, in what transaction and by whom, is the pipeline's business. */
export interface Served {
  route: Route
  handle: (context: Context<Route>) => Promise<unknown>
  options: ServeOptions
}

export function serve<const R extends Route>(
  route: R,
  handle: (context: Context<R>) => Promise<ResultOf<R> | Respond<ResultOf<R>>>,
  options: { current?: (tx: never, id: number) => Promise<{ updated_at: string } | undefined> } = {},
): Served {
  return { route, handle: handle as unknown as Served['handle'], options: options as ServeOptions }
}

export interface Identified {
  actor: Actor
  credential: Credential
}
