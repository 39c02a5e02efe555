/**
 * `away`: ClickHouse is unreachable or cannot work now. `timeout`: the query hit its time limit. `memory`: its memory limit.
 * `busy`: too many queries wait. `damaged`: files of the history are damaged or missing. `not_migrated`: the tables do not exist
 * yet. `closed`: this process is shutting down.
 */
export type UnavailableReason = 'away' | 'timeout' | 'memory' | 'busy' | 'damaged' | 'not_migrated' | 'closed'

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
  error instanceof ClickHouseUnavailable && !['busy', 'timeout', 'memory', 'damaged'].includes(error.reason)

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

/** Keys are ClickHouse error codes. */
const REASONS: Readonly<Record<string, UnavailableReason>> = {
  60: 'not_migrated', // UNKNOWN_TABLE
  81: 'not_migrated', // UNKNOWN_DATABASE
  159: 'timeout', // TIMEOUT_EXCEEDED
  160: 'timeout', // TOO_SLOW
  173: 'memory', // CANNOT_ALLOCATE_MEMORY
  241: 'memory', // MEMORY_LIMIT_EXCEEDED
  202: 'busy', // TOO_MANY_SIMULTANEOUS_QUERIES
  252: 'busy', // TOO_MANY_PARTS
  32: 'damaged', // ATTEMPT_TO_READ_AFTER_EOF
  33: 'damaged', // CANNOT_READ_ALL_DATA
  40: 'damaged', // CHECKSUM_DOESNT_MATCH
  226: 'damaged', // NO_FILE_IN_DATA_PART
  228: 'damaged', // BAD_SIZE_OF_FILE_IN_DATA_PART
  246: 'damaged', // CORRUPTED_DATA
  271: 'damaged', // CANNOT_DECOMPRESS
}

/**
 * Codes of a wrong statement or of wrong rows: a Sitewatch bug, whose error is passed through. Every other code says that the
 * store cannot work now (disk full or read-only, I/O errors, no connection), because a fault of the store that passes for one of the
 * rows makes the inbox set good rows aside.
 */
const REFUSED_CODES = new Set(
  [
    // Rows that cannot be parsed or do not fit their columns: CANNOT_PARSE_*, INCORRECT_DATA, UNKNOWN_ELEMENT_OF_ENUM, …
    [6, 19, 25, 26, 27, 38, 41, 69, 72, 117, 128, 130, 131, 190, 321, 349, 376, 407, 441, 467, 675, 676, 691],
    // Columns and types: NO_SUCH_COLUMN_IN_TABLE, NUMBER_OF_COLUMNS_DOESNT_MATCH, TYPE_MISMATCH, CANNOT_CONVERT_TYPE, …
    [7, 8, 9, 10, 15, 16, 20, 44, 50, 51, 52, 53, 70, 122, 352, 386],
    // Functions and arguments: ILLEGAL_TYPE_OF_ARGUMENT, UNKNOWN_FUNCTION, BAD_ARGUMENTS, ILLEGAL_AGGREGATION, …
    [34, 35, 36, 42, 43, 46, 48, 49, 63, 125, 153, 184, 215, 395, 427],
    // Statements: UNKNOWN_IDENTIFIER, TABLE_ALREADY_EXISTS, SYNTAX_ERROR, UNKNOWN_SETTING, QUERY_IS_TOO_LARGE, …
    [47, 57, 62, 115, 162, 167, 168, 174, 179, 182, 207, 229, 452, 456, 457],
    // Limits of the result: TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_MANY_ROWS_OR_BYTES
    [158, 307, 396],
  ].flatMap((codes) => codes.map(String)),
)

/** Returns the ClickHouse error code. Matched by shape: the client and the embedded engine use different classes. */
function clickHouseCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('type' in error)) return undefined
  return typeof error.code === 'string' && /^\d+$/.test(error.code) ? error.code : undefined
}

/**
 * An error that is not from ClickHouse is a connection problem (a refused socket, a proxy's 502, a timeout), or one of the disk that
 * rows are handed over on.
 */
export function toClickHouseFailure(error: unknown): Error {
  if (error instanceof ClickHouseUnavailable) return error
  const text = error instanceof Error ? error.message : String(error)
  const code = clickHouseCode(error)
  if (code !== undefined && REFUSED_CODES.has(code)) return error instanceof Error ? error : new Error(text)
  const reason = (code === undefined ? undefined : REASONS[code]) ?? 'away'
  return new ClickHouseUnavailable(reason, `ClickHouse: ${firstLine(text)}`, { cause: error })
}

const firstLine = (text: string): string => text.slice(0, 300).split('\n', 1)[0] ?? ''
