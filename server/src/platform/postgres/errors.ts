import pg from 'pg'
import { DeadlineExceeded } from '../deadline.ts'

/** The credential of the entry is no longer valid: revoked, expired, ended, suspended. */
export class EntryRefused extends Error {
  override name = 'EntryRefused'
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** There is no connection to be had, for whatever reason. */
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
 * Passes by itself, so the same transaction may succeed later: Postgres is away, full, overloaded or stopping, a deadline has
 * passed, or another transaction won.
 */
export function isTransient(error: unknown): boolean {
  return isConnectionError(error) || /^(40|53|55|57|58|25P03)/.test(sqlState(error) ?? '')
}

/** The database's word that a credential is not valid is an error of its own. */
export const refusalOf = (cause: unknown): unknown =>
  sqlState(cause) === 'SW401' ? new EntryRefused('this credential is not valid', { cause }) : cause
