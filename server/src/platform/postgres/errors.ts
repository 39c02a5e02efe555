import pg from 'pg'
import { DeadlineExceeded } from '../deadline.ts'
import { GateFull } from '../gate.ts'

/** The credential of the entry is no longer valid: revoked, expired, ended, suspended, or its user has left the team. */
export class EntryRefused extends Error {
  override name = 'EntryRefused'
}

/** The session is valid, but its user is not a member of the team. */
export class NotAMember extends EntryRefused {
  override name = 'NotAMember'
}

/** The member has another role than the one that the entry relied on. */
export class RoleChanged extends EntryRefused {
  override name = 'RoleChanged'
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** No connection could be opened, for any reason. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export function isConnectionError(error: unknown): boolean {
  if (error instanceof Unreachable || error instanceof DeadlineExceeded) return true
  const state = sqlState(error)
  if (state !== undefined) return state.startsWith('08') || state.startsWith('57P') || state === '53300'
  return (
    error instanceof Error &&
    /ECONNRESET|EPIPE|Connection terminated|Client has encountered a connection error|not queryable/.test(
      `${error.message} ${String((error as { code?: unknown }).code)}`,
    )
  )
}

/**
 * A temporary failure, so the same transaction may succeed later: Postgres is away, full, overloaded or stopping, the team
 * is at its share of the connections, a deadline has passed, or another transaction won.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof GateFull) return true
  return isConnectionError(error) || /^(40|53|55|57|58|25P03)/.test(sqlState(error) ?? '')
}

/** Maps the SQLSTATEs with which the database refuses an entry to error classes. */
export function refusalOf(cause: unknown): unknown {
  const state = sqlState(cause)
  if (state === 'SW401') return new EntryRefused('this credential is not valid', { cause })
  if (state === 'SW404') return new NotAMember('the user is not a member of this team', { cause })
  return state === 'SW412' ? new RoleChanged('the role has changed', { cause }) : cause
}
