import type { MonitorType, SettingsOf } from '@sitewatch/contract'
import type { Egress } from '../../../platform/egress/index.ts'
import type { ProbeResult } from './result.ts'

/** What says that a request is ours; sent to every hop. */
export type ProbeHeaders = Readonly<Record<string, string>>

/** What a check may use. A user-named host is reached through `egress` and nothing else. */
export interface CheckTools {
  readonly egress: Pick<Egress, 'request' | 'resolve'>
  readonly makeHeaders: () => ProbeHeaders
}

export interface CheckTarget<Type extends MonitorType> {
  /** As `vet` let it be stored. */
  readonly url: string
  readonly timeout_ms: number
  /** Every setting of the type, secrets in plain. */
  readonly settings: SettingsOf<Type>
}

export type VettedTarget =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: 'malformed' | 'target_not_allowed' }

export type SettledSettings<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly field: string; readonly message: string }

/** How one type of check is made. What may be set for it is in contract/src/monitor-types. */
export interface CheckType<Type extends MonitorType> {
  /** How many run at once in one prober, and how many of them against one host. */
  readonly concurrency: { readonly size: number; readonly per_host: number }
  /** What `url` must be, for the error when it is not. */
  readonly wanted: string
  /** Syntax and forbidden addresses; answers with the target as it is stored. */
  vet(egress: Pick<Egress, 'vetUrl' | 'vetHost'>, url: string): VettedTarget
  /** What settings mean to each other: the settings as they are stored after `changes`, or why they do not fit. */
  settle?(settings: SettingsOf<Type>, changes: Partial<SettingsOf<Type>>): SettledSettings<SettingsOf<Type>>
  /** A change of one of these starts confirmation anew: what was seen with the old value says nothing about the new one. */
  readonly reconfirm?: readonly (keyof SettingsOf<Type>)[]
  /** Its results carry packet loss and jitter. */
  readonly has_packets?: true
  run(tools: CheckTools, target: CheckTarget<Type>): Promise<ProbeResult>
}

export const defineCheckType = <Type extends MonitorType>(_: Type, definition: CheckType<Type>): CheckType<Type> =>
  definition
