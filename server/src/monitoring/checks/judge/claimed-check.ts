import type { MonitorType } from '@sitewatch/contract'
import type { DoubtfulCheck } from '../../second-opinion/index.ts'
import type { MonitorState } from './state.ts'

/** Secret settings, each encrypted and in base64, with the wrapped data key of their team. */
export interface SealedSecrets {
  readonly secrets: Readonly<Record<string, string>>
  readonly data_key: string
}

/**
 * A due check that this prober has claimed, with the state of its monitor. Only a result, or a user's change, which discards the result,
 * can change that state in between; so it does not have to be read again when the result is recorded.
 */
export interface ClaimedCheck extends DoubtfulCheck {
  readonly monitor_id: number
  readonly team_id: number
  /** '' for the monitor's own row. */
  readonly location: string
  readonly type: MonitorType
  /** The same for every check of one host and port. */
  readonly host_key: number
  readonly tls_expires_at: string | null
  readonly state: MonitorState
  readonly url: string
  readonly timeout_seconds: number
  /** As stored, with secrets masked. `readSettings` adds what was not stored. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly sealed: SealedSecrets | null
}
