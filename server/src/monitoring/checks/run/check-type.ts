import type { MonitorType, SettingsOf } from '@sitewatch/contract'
import type { Egress } from '../../../platform/egress/index.ts'
import type { HeartbeatFacts } from './heartbeat-judge.ts'
import type { ProbeResult } from './result.ts'

/** Identifies requests of Sitewatch checks. */
export const PROBE_HEADER = 'x-sitewatch-probe'

/** Headers that identify a Sitewatch check, sent on every hop. */
export type ProbeHeaders = Readonly<Record<string, string>>

/** Dependencies of a check. A check connects to a user-supplied host only through `egress`. */
export interface CheckTools {
  readonly egress: Pick<Egress, 'request' | 'resolve' | 'connect' | 'query'>
  readonly makeHeaders: () => ProbeHeaders
  /** A remote prober has no database. It never gets checks that need it. */
  readonly readHeartbeat?: () => Promise<HeartbeatFacts>
}

interface CheckTarget<Type extends MonitorType> {
  /** As returned by `vet`. */
  readonly url: string
  readonly timeout_ms: number
  /** Every setting of the type, with secrets decrypted. */
  readonly settings: SettingsOf<Type>
}

type VettedTarget =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: 'malformed' | 'target_not_allowed' }

export type SettledSettings<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly field: string; readonly code?: string; readonly message: string }
  /** A setting names a host that Sitewatch does not connect to. */
  | { readonly ok: false; readonly reason: 'target_not_allowed' }

/** A pattern or path of a user. Compiling it may take any amount of processor time. */
export interface Expression {
  /** The field of the monitor. */
  readonly field: string
  /** What it must be, for the validation error. */
  readonly expected: string
  /** Compiles it; returns what is wrong with it, or null. */
  findError(): string | null
}

export type Vetter = Pick<Egress, 'vetUrl' | 'vetHost' | 'vetEndpoint'>

/** Implementation of one check type. Its settings are defined in contract/src/monitoring/monitor-types. */
export interface CheckType<Type extends MonitorType> {
  /** Maximum concurrent checks per prober, and per host within one prober. */
  readonly concurrency: { readonly size: number; readonly per_host: number }
  /** Describes a valid `url` in the validation error. */
  readonly wanted: string
  /** Checks syntax and forbidden addresses, and returns the target to store. */
  vet(egress: Vetter, url: string): VettedTarget
  /**
   * Validates settings against each other, and the hosts that they name. Returns the settings to store after `changes`, or the
   * conflict.
   */
  settle?(
    settings: SettingsOf<Type>,
    changes: Partial<SettingsOf<Type>>,
    egress: Vetter,
  ): SettledSettings<SettingsOf<Type>>
  /** Those that are not known to be valid. They are compiled after `settle`, in slices, within the time limit of the request. */
  listExpressions?(settings: SettingsOf<Type>): readonly Expression[]
  /** Changing one of these restarts confirmation, because results with the old value say nothing about the new one. */
  readonly reconfirm?: readonly (keyof SettingsOf<Type>)[]
  /** Results include packet loss and jitter. */
  readonly has_packets?: true
  /** Only for a passive type: the interval in seconds that follows from its settings. */
  findInterval?(settings: SettingsOf<Type>): number
  run(tools: CheckTools, target: CheckTarget<Type>): Promise<ProbeResult>
}

export const defineCheckType = <Type extends MonitorType>(_: Type, definition: CheckType<Type>): CheckType<Type> =>
  definition
