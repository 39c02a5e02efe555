import type { CAUSE_KINDS } from '@sitewatch/contract'

export type CauseKind = (typeof CAUSE_KINDS)[number]

export type Cause = {
  readonly kind: CauseKind
  readonly http_status: number | null
  readonly message: string
}

/**
 * Why a check says nothing about its target. `offline`: none of the anchors answered either, so it is we who are cut
 * off. `probe`: the check could not be made at all (ICMP not permitted, no file descriptors). `maintenance`: it failed in a
 * window in which its owner expects that.
 */
export type UnknownReason = 'offline' | 'probe' | 'maintenance'

const UNKNOWN_MESSAGES: Record<UnknownReason | 'late', string> = {
  late: 'Not checked: no prober for this monitor is online. Showing the last known status.',
  offline: 'Not checked: this Sitewatch server has no network connection. Showing the last known status.',
  maintenance: 'In maintenance: failures are ignored until the window ends. Showing the last known status.',
  probe: 'Not checked: this Sitewatch server could not send the check. Showing the last known status.',
}

/** `last_error` while the state is unknown. `late`: no check says so, for none was made. */
export function describeUnknown(reason: UnknownReason | 'late'): string {
  return UNKNOWN_MESSAGES[reason]
}
