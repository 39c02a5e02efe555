import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf a query runs: a signed-in user, an API key, or a visitor of a public page of that team. */
export interface QueryCaller {
  readonly team_id: number
  readonly kind: 'person' | 'key' | 'public'
}

const current = new AsyncLocalStorage<QueryCaller>()

/** Runs the queries of `fn` on behalf of the caller. An argument would have to be passed through every query. */
export const queryAs = <T>(caller: QueryCaller, fn: () => T): T => current.run(caller, fn)

/** Undefined for internal queries. */
export const findCaller = (): QueryCaller | undefined => current.getStore()
