/** Postgres cannot be used; the message tells the administrator what to do. */
export class DatabaseNotReady extends Error {
  override name = 'DatabaseNotReady'
}
