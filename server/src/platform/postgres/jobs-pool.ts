import pg from 'pg'

/** What graphile-worker tries again by itself, sooner or later. */
const RETRIED = '40001'

/**
 * graphile-worker does not wait for a finished job to be marked as such, so an error there ends the process, unless its code is
 * one that it tries again. A lost connection is not, nor a full disk, and both happen.
 */
function retry(error: unknown): never {
  const { code = '', message } = error as { code?: string; message: string }
  const isLost = /^(08|57P|53|58|E[A-Z]+$)/.test(code) || /terminated|connection error|not queryable/i.test(message)
  throw isLost ? Object.assign(new Error(message, { cause: error }), { code: RETRIED }) : error
}

type AnyFunction = (...args: unknown[]) => unknown

/** The method with its promise watched; with a callback, as for LISTEN, it stays as it is. */
function watch(method: unknown): AnyFunction {
  return function watched(this: unknown, ...args) {
    const result = (method as AnyFunction).apply(this, args)
    return result instanceof Promise ? result.catch(retry) : result
  }
}

class JobsClient extends pg.Client {
  override query = watch(pg.Client.prototype.query) as pg.Client['query']
}

class JobsPool extends pg.Pool {
  override connect = watch(pg.Pool.prototype.connect) as pg.Pool['connect']
}

export function createJobsPool(config: pg.PoolConfig): pg.Pool {
  return new JobsPool({ ...config, Client: JobsClient })
}
