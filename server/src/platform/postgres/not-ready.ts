/** Postgres cannot be used as it is; the message says what the operator does next. */
export class DatabaseNotReady extends Error {
  override name = 'DatabaseNotReady'
}
