/** There was no answer in time. Unlike after a refusal, the operation may or may not have been done. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

/** Whether the error or one of its causes is a passed deadline. */
export function isDeadline(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof DeadlineExceeded || at.name === 'TimeoutError') return true
  }
  return false
}

/** How long to wait for the other side of a connection. */
export interface Deadlines {
  /** For a connection. */
  readonly connect_ms: number
  /** For a statement. Postgres ends a statement after 30 s, so an answer after this time never comes. */
  readonly statement_ms: number
  /** For requests that are repeated anyway (a beat, a claim, a report, a ping): a new attempt is better than waiting. */
  readonly attempt_ms: number
}

export const DEADLINES: Deadlines = { connect_ms: 10_000, statement_ms: 35_000, attempt_ms: 15_000 }
