import type { UserTx } from '../../platform/postgres/index.ts'

export interface Segment {
  from_ms: number
  to_ms: number
  state: 'up' | 'down' | 'unobserved'
}

/** What a public page shows about the monitors of a website. Their names and addresses are not public. */
export interface UptimeTimeline {
  status: Segment['state']
  uptime_percent: number | null
  segments: Segment[]
}

/** Passed in by the roles: analytics does not import monitoring. Null when no monitor is linked with the website. */
export type ReadUptimeTimeline = (
  tx: UserTx,
  website_id: number,
  window: { start: number; end: number },
) => Promise<UptimeTimeline | null>
