import pg from 'pg'
import { isDeadline } from '../deadline.ts'
import { UNWATCHED } from '../progress.ts'
import { abandon, isReadTimeout, keepPinging, type PoolWatch, watchPool } from './frozen.ts'

/** An error code that graphile-worker retries. */
const RETRIED_CODE = '40001'

/**
 * graphile-worker does not await the update that marks a job as finished, so an error there ends the process, unless its code is one that
 * it retries. Lost or hanging connections and a full disk are not, and all of them happen.
 */
function rethrowAsRetried(error: unknown): never {
  const { code = '', message } = error as { code?: string; message: string }
  const isLost =
    /^(08|57P|53|58|E[A-Z]+$)/.test(code) ||
    /terminated|connection error|not queryable|timeout/i.test(message) ||
    isDeadline(error)
  throw isLost ? Object.assign(new Error(message, { cause: error }), { code: RETRIED_CODE }) : error
}

type AnyFunction = (...args: unknown[]) => unknown

/** Wraps the method to handle its rejected promise; calls with a callback, as for LISTEN, are unchanged. */
function withRetriedErrors(method: unknown): AnyFunction {
  return function wrapped(this: unknown, ...args) {
    const result = (method as AnyFunction).apply(this, args)
    return result instanceof Promise ? result.catch(rethrowAsRetried) : result
  }
}

interface JobsConfig extends pg.PoolConfig {
  /** How often a listening connection is checked. */
  ping_ms: number
}

class JobsClient extends pg.Client {
  readonly #ping_ms: number
  #stopPinging = (): void => undefined

  constructor(config: JobsConfig) {
    super(config)
    this.#ping_ms = config.ping_ms
    this.once('end', () => this.#stopPinging())
  }

  override query = withRetriedErrors(function query(this: JobsClient, ...args: unknown[]) {
    const result = (pg.Client.prototype.query as AnyFunction).apply(this, args)
    this.#updatePinging(args[0])
    return result instanceof Promise ? result.catch((error: unknown) => this.#abandonOnTimeout(error)) : result
  }) as pg.Client['query']

  /** After a timeout, a statement is still unanswered, and the next user of the connection would wait for it. */
  #abandonOnTimeout(error: unknown): never {
    if (isReadTimeout(error)) {
      abandon(this)
      this.emit('frozen')
    }
    throw error
  }

  #updatePinging(text: unknown): void {
    if (typeof text !== 'string' || !/^(UN)?LISTEN /.test(text)) return
    this.#stopPinging()
    if (text.startsWith('LISTEN')) this.#stopPinging = keepPinging(this, this.#ping_ms, UNWATCHED)
  }
}

class JobsPool extends pg.Pool {
  override connect = withRetriedErrors(pg.Pool.prototype.connect) as pg.Pool['connect']
}

export function createJobsPool(config: JobsConfig): PoolWatch & { pool: pg.Pool } {
  const pool = new JobsPool({ ...config, Client: JobsClient } as unknown as pg.PoolConfig)
  const connections = watchPool(pool)
  pool.on('connect', (client) => client.on('frozen' as 'end', connections.closeIdle))
  return { pool, ...connections }
}
