import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom ClickHouse is read: somebody signed in, a program with an API key, or a visitor of a public page of that account. */
export interface Asker {
  readonly user_id: number
  readonly kind: 'person' | 'key' | 'public'
}

const current = new AsyncLocalStorage<Asker>()

/** Whatever `fn` reads is read for that asker. Not passed as an argument: every question would have to carry it through. */
export const askAs = <T>(asker: Asker, fn: () => T): T => current.run(asker, fn)

/** Undefined for the program's own work. */
export const findAsker = (): Asker | undefined => current.getStore()
