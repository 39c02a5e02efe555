import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf a query runs: a signed-in user, an API key, or a visitor of a public page of that account. */
export interface Asker {
  readonly user_id: number
  readonly kind: 'person' | 'key' | 'public'
}

const current = new AsyncLocalStorage<Asker>()

/** Runs the queries of `fn` on behalf of the asker. An argument would have to be passed through every query. */
export const askAs = <T>(asker: Asker, fn: () => T): T => current.run(asker, fn)

/** Undefined for internal queries. */
export const findAsker = (): Asker | undefined => current.getStore()
