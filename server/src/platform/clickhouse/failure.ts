/**
 * `away`: ClickHouse is unreachable or cannot work now. `timeout`: the query hit its time limit. `memory`: its memory limit.
 * `busy`: too many queries wait. `not_migrated`: the tables do not exist yet. `closed`: this process is shutting down.
 */
export type UnavailableReason = 'away' | 'timeout' | 'memory' | 'busy' | 'not_migrated' | 'closed'

/** History cannot be read or written now. Everything in Postgres still works. API clients get 503 `unavailable`. */
export class ClickHouseUnavailable extends Error {
  override name = 'ClickHouseUnavailable'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Not only this query: every other one would fail now, too. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof ClickHouseUnavailable && !['busy', 'timeout', 'memory'].includes(error.reason)

/** ClickHouse cannot be opened as configured. The message is one line that says what to do. */
export class ClickHouseNotReady extends Error {
  override name = 'ClickHouseNotReady'
  /** The process that has locked the embedded store, if that is the reason. */
  readonly holder: number | undefined

  constructor(message: string, { holder, ...options }: ErrorOptions & { holder?: number | undefined } = {}) {
    super(message, options)
    this.holder = holder
  }
}

/** Keys are ClickHouse error codes. Any other code is a Sitewatch bug, and the error is passed through. */
const REASONS: Readonly<Record<string, UnavailableReason>> = {
  60: 'not_migrated', // UNKNOWN_TABLE
  81: 'not_migrated', // UNKNOWN_DATABASE
  159: 'timeout', // TIMEOUT_EXCEEDED
  160: 'timeout', // TOO_SLOW
  241: 'memory', // MEMORY_LIMIT_EXCEEDED
  202: 'busy', // TOO_MANY_SIMULTANEOUS_QUERIES
  252: 'busy', // TOO_MANY_PARTS
  192: 'away', // UNKNOWN_USER
  193: 'away', // WRONG_PASSWORD
  194: 'away', // REQUIRED_PASSWORD
  516: 'away', // AUTHENTICATION_FAILED
  209: 'away', // SOCKET_TIMEOUT
  210: 'away', // NETWORK_ERROR
  236: 'away', // ABORTED
  242: 'away', // TABLE_IS_READ_ONLY
  243: 'away', // NOT_ENOUGH_SPACE
  279: 'away', // ALL_CONNECTION_TRIES_FAILED
  999: 'away', // KEEPER_EXCEPTION
}

/** Returns the ClickHouse error code. Matched by shape: the client and the embedded engine use different classes. */
function clickHouseCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('type' in error)) return undefined
  return typeof error.code === 'string' && /^\d+$/.test(error.code) ? error.code : undefined
}

/** An error that is not from ClickHouse is a connection problem: a refused socket, a proxy's 502, a timeout. */
export function toClickHouseFailure(error: unknown): Error {
  if (error instanceof ClickHouseUnavailable) return error
  const text = error instanceof Error ? error.message : String(error)
  const code = clickHouseCode(error)
  const reason = code === undefined ? 'away' : REASONS[code]
  if (reason === undefined) return error instanceof Error ? error : new Error(text)
  return new ClickHouseUnavailable(reason, `ClickHouse: ${firstLine(text)}`, { cause: error })
}

const firstLine = (text: string): string => text.slice(0, 300).split('\n', 1)[0] ?? ''
