import type { AnchorVerdict } from '../run/anchors.ts'
import type { Cause, UnknownReason } from '../run/cause.ts'
import type { Schedule } from './schedule.ts'
import type { NewSecondOpinion, Opinion } from '../../second-opinion/index.ts'

export type CheckOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'failure'; readonly cause: Cause; readonly anchors: AnchorVerdict }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }

/** `checked_at` is the start of the check, `now` the time of recording. Both use the Postgres clock. */
export type CheckResult = {
  readonly kind: 'result'
  readonly slot: number
  readonly checked_at: number
  readonly now: number
  readonly outcome: CheckOutcome
  /** Only for a passive check: no confirmation is needed, and the next result is due at this time. */
  readonly certain_until?: number | undefined
  /** What the traffic of the website says; undefined without a website, without a model, or if it is too old. */
  readonly opinion?: Opinion | undefined
}

export type MonitorEvent =
  | CheckResult
  | { readonly kind: 'pause' | 'resume' | 'delete'; readonly now: number }
  | { readonly kind: 'change_target' | 'change_method'; readonly now: number }
  | { readonly kind: 'change_interval'; readonly now: number; readonly schedule: Schedule }

export type Resolution = 'recovered' | 'paused' | 'changed' | 'deleted'

/** `digest`: the monitor is flapping, so the alert is held for the digest. */
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
  | { readonly kind: 'second_opinion'; readonly at: number; readonly opinion: NewSecondOpinion }
  | { readonly kind: 'start_flapping' | 'end_flapping'; readonly at: number }
