import type { CAUSE_KINDS } from '@sitewatch/contract'

export type CauseKind = (typeof CAUSE_KINDS)[number]

export type Cause = {
  readonly kind: CauseKind
  readonly http_status: number | null
  readonly message: string
}

/**
 * Why a check is inconclusive. `offline`: no anchor replied either, so the prober itself has no network. `probe`: the prober
 * could not run the check (ICMP not permitted, no file descriptors). `maintenance`: the check failed during a maintenance window.
 * `waiting`: no ping of a heartbeat was due yet since it was created, resumed or changed, or since Sitewatch was unavailable.
 */
export type UnknownReason = 'offline' | 'probe' | 'maintenance' | 'waiting'

const UNKNOWN_MESSAGES: Record<UnknownReason | 'late', string> = {
  late: 'Not checked: no prober for this monitor is online. Showing the last known status.',
  offline: 'Not checked: this Sitewatch server has no network connection. Showing the last known status.',
  maintenance: 'In maintenance: failures are ignored until the window ends. Showing the last known status.',
  waiting: 'Waiting for the next ping.',
  probe: 'Not checked: this Sitewatch server could not send the check. Showing the last known status.',
}

/** Returns `last_error` for an unknown state. `late` means that no check ran. */
export function describeUnknown(reason: UnknownReason | 'late'): string {
  return UNKNOWN_MESSAGES[reason]
}
