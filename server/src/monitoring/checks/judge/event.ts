import type { Cause, UnknownReason } from './cause.ts'
import type { Schedule } from '../schedule/schedule.ts'

/**
 * What the anchors answered after a check failed. `not_asked` is for targets in an operator-allowed private range and
 * for anchors switched off. Ask at every failure, not only the confirming one: a check that began in a blackout may
 * time out after its end, when anchors are reachable again.
 */
export type AnchorVerdict = 'online' | 'offline' | 'not_asked'

export type CheckOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'failure'; readonly cause: Cause; readonly anchors: AnchorVerdict }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }

/** `checked_at` is when the check began, `now` when it is recorded, both by Postgres's clock. */
export type CheckResult = {
  readonly kind: 'result'
  readonly slot: number
  readonly checked_at: number
  readonly now: number
  readonly outcome: CheckOutcome
}

export type MonitorEvent =
  | CheckResult
  | { readonly kind: 'pause' | 'resume' | 'delete'; readonly now: number }
  | { readonly kind: 'change_target' | 'change_method'; readonly now: number }
  | { readonly kind: 'change_interval'; readonly now: number; readonly schedule: Schedule }

export type Resolution = 'recovered' | 'paused' | 'changed' | 'deleted'

/** `digest`: the monitor is flapping, the message waits for the digest. */
export type Alert = 'send' | 'digest' | 'none'

export type Effect =
  | {
      readonly kind: 'open_incident'
      readonly started_at: number
      readonly confirmed_at: number
      readonly cause: Cause
      readonly alert: Alert
    }
  | {
      readonly kind: 'resolve_incident'
      readonly resolved_at: number
      readonly resolution: Resolution
      readonly alert: Alert
    }
  | {
      readonly kind: 'record_unobserved'
      readonly from: number
      readonly to: number
      readonly reason: 'paused' | 'unknown'
    }
  | { readonly kind: 'start_flapping' | 'end_flapping'; readonly at: number }
