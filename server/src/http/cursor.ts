import type { Sql, Tx } from '../platform/postgres/index.ts'
import { invalid } from './problem.ts'

/** Throws if the record of a cursor was deleted: its place in the list is unknown, and the list would seem to end there. */
export async function checkCursor(tx: Tx, record: Sql<{ id: number }>): Promise<void> {
  if (await tx.maybe(record)) return
  throw invalid('after', 'invalid_value', 'after must be the ID of a record in this list. Start with the first page.')
}
