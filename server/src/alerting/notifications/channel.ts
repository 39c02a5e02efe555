import type { Config } from '../../config.ts'
import type { Egress } from '../../platform/egress/index.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { AlertEntry, Message } from './message.ts'
import type { PushKeys } from './push-keys.ts'

/** The outcome of one attempt. `retry` may succeed later; `permanent` never will. */
export type DeliveryOutcome =
  | { kind: 'sent' }
  /** `unreachable`: no answer at all, so the next message would fail too. `isUncertain`: it may have arrived, so the next attempt is marked as a repeat. */
  | { kind: 'retry'; reason: string; retry_after_seconds?: number; unreachable?: true; isUncertain?: true }
  /** `refused`: egress blocked the target before it opened a socket. */
  | { kind: 'permanent'; reason: string; refused?: true }

/** What a channel sends through. Hosts from the operator's settings are trusted; a host from a user goes through egress. */
export interface Gateways {
  config: Pick<
    Config,
    | 'BASE_URL'
    | 'SMTP_URL'
    | 'SITEWATCH_SMS_API'
    | 'SITEWATCH_SMS_ACCOUNT_SID'
    | 'SITEWATCH_SMS_AUTH_TOKEN'
    | 'SITEWATCH_SMS_FROM'
    | 'SITEWATCH_TELEGRAM_API'
    | 'SITEWATCH_PAGERDUTY_API'
    | 'SITEWATCH_PUSHOVER_API'
  >
  mailer: Mailer | null
  egress: Egress
  /** The VAPID keys of this installation. */
  push_keys: PushKeys
}

export type ProviderSettings = Record<string, string | null>

/** An alert that stays open at the provider's service until it is closed there. `subject_id`: the incident, or the flapping monitor; 0 for a test. */
export interface RemoteAlert {
  subject: 'incident' | 'flapping' | 'test'
  subject_id: number
}

export interface RemoteAlertChanges {
  opens: RemoteAlert[]
  ends: RemoteAlert[]
}

/**
 * How one type of provider sends. Each has its own file and one line in the registry. Its fields are defined in the contract.
 * `settings` holds decrypted secrets.
 */
export interface Channel {
  /** Operator settings without which nothing can be sent. */
  needs?: readonly (keyof Gateways['config'])[]
  /** Writes in the language of the team's owner. Without it messages are English. */
  isTranslated?: true
  /** The service shows a message once, however often it gets it. So it is retried although it may have arrived. */
  recognisesRepeats?: true
  /** Sends an alert or a test. `repeat_key` is the same for every attempt of one message, so that the recipient can detect a repeat. */
  send: (
    settings: ProviderSettings,
    message: Message,
    gateways: Gateways,
    repeat_key?: string,
  ) => Promise<DeliveryOutcome>
  /** Only for services that keep alerts open: a channel that opens one must be able to close it. */
  remoteAlerts?: {
    describeChanges: (entry: AlertEntry) => RemoteAlertChanges
    /** Closes the alert at the service without notifying anybody. */
    close: (settings: ProviderSettings, alert: RemoteAlert, gateways: Gateways) => Promise<DeliveryOutcome>
  }
}
