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
  late: 'Not checked: no prober that can check it is online, so the last known status is shown.',
  offline: 'Not checked: this Sitewatch has no network connection, so the last known status is shown.',
  maintenance: 'In maintenance: failures do not count until the window ends, so the last known status is shown.',
  probe: 'Not checked: this Sitewatch could not send the check, so the last known status is shown.',
}

/** `last_error` while the state is unknown. `late`: no check says so, for none was made. */
export function describeUnknown(reason: UnknownReason | 'late'): string {
  return UNKNOWN_MESSAGES[reason]
}
