import type { Config } from '../../config.ts'
import type { Egress } from '../../platform/egress/index.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { AlertEntry, Message } from './message.ts'

/** What happened to one attempt. `retry` may go through later; `permanent` never will, whatever we do. */
export type DeliveryOutcome =
  | { kind: 'sent' }
  /** `unreachable`: nobody answered at all, so the next message will fare no better. */
  | { kind: 'retry'; reason: string; retry_after_seconds?: number; unreachable?: true }
  /** `refused`: the guard of the network said no, before any socket. */
  | { kind: 'permanent'; reason: string; refused?: true }

/** The ways out. Hosts the operator named are trusted; a host that a user named goes through egress. */
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
  >
  mailer: Mailer | null
  egress: Egress
}

export type ProviderSettings = Record<string, string | null>

/** What stays open on the far side until it is closed there. `subject_id`: the incident, or the monitor that flaps; 0 for a test. */
export interface RemoteAlert {
  subject: 'incident' | 'flapping' | 'test'
  subject_id: number
}

export interface RemoteAlertChanges {
  opens: RemoteAlert[]
  ends: RemoteAlert[]
}

/**
 * How one kind of provider sends: a file of its own, and one line in the registry. Its fields are defined in the contract.
 * `settings` holds secrets in clear.
 */
export interface Channel {
  /** Settings of the operator without which nothing can be sent. */
  needs?: readonly (keyof Gateways['config'])[]
  /** Each message costs money: it counts against the account's daily SMS limit. */
  usesSmsBudget?: true
  /** An alert or a test. `repeat_key` is the same for every try of one message, for media that can tell a repeat by it. */
  send: (
    settings: ProviderSettings,
    message: Message,
    gateways: Gateways,
    repeat_key?: string,
  ) => Promise<DeliveryOutcome>
  /** Only for a far side that keeps alerts open: every path that opens one there has to be able to close it. */
  remoteAlerts?: {
    describeChanges: (entry: AlertEntry) => RemoteAlertChanges
    /** Tells the far side alone that it is over, and no person. */
    close: (settings: ProviderSettings, alert: RemoteAlert, gateways: Gateways) => Promise<DeliveryOutcome>
  }
}
