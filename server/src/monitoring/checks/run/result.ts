import type { CertificateFacts } from '../../../platform/egress/index.ts'
import type { Cause, UnknownReason } from './cause.ts'

/** Milliseconds. 0 if the phase was not part of the check. */
export interface ProbeTimings {
  readonly dns_ms: number
  readonly connect_ms: number
  readonly tls_ms: number
  readonly first_byte_ms: number
  readonly total_ms: number
}

/** Shows the team why a check failed. Stored with the incident. */
export interface Evidence {
  /** The HTTP status; null if the check does not use HTTP. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  /** At most 300 characters, or 10 KiB for the ping of a heartbeat. */
  readonly body: string
}

export type ProbeOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'failure'; readonly cause: Cause }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly message: string }

export interface ProbeResult {
  readonly outcome: ProbeOutcome
  readonly timings: ProbeTimings
  /** Target in an operator-allowed private range: anchors are not probed. */
  readonly private_target: boolean
  readonly http_status: number | null
  readonly tls_expires_at: Date | null
  /** Null without TLS. */
  readonly certificate: CertificateFacts | null
  readonly evidence: Evidence | null
  /** Ping only. */
  readonly jitter_ms: number
  readonly loss_percent: number
  /**
   * Only for a passive check: the result needs no confirmation, because it comes from the database, and the next one is due at this time,
   * in epoch milliseconds by the database's clock.
   */
  readonly certain_until?: number
}

export const NO_TIMINGS: ProbeTimings = { dns_ms: 0, connect_ms: 0, tls_ms: 0, first_byte_ms: 0, total_ms: 0 }

/** Defaults shared by most results. */
export const EMPTY_PROBE_FIELDS = {
  private_target: false,
  http_status: null,
  tls_expires_at: null,
  certificate: null,
  evidence: null,
  jitter_ms: 0,
  loss_percent: 0,
} as const
