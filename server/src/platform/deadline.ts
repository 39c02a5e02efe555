/** Somebody did not answer in time, as opposed to refusing at once: what was asked may or may not have been done. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

/** Whether a deadline is behind this error. */
export function isDeadline(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof DeadlineExceeded || at.name === 'TimeoutError') return true
  }
  return false
}

/** How long somebody on the other side of a connection may stay silent before it is given up. */
export interface Deadlines {
  /** To get a connection. */
  readonly connect_ms: number
  /** Of a statement. Postgres itself ends one after 30 s, so what is later than this never comes. */
  readonly statement_ms: number
  /** Of what is asked again and again (a heartbeat, a claim, a report, a ping): asking anew is better than waiting. */
  readonly attempt_ms: number
}

export const DEADLINES: Deadlines = { connect_ms: 10_000, statement_ms: 35_000, attempt_ms: 15_000 }
