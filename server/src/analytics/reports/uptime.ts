import type { UserTx } from '../../platform/postgres/index.ts'

/** What a report says about the monitors of a website. */
export interface UptimeReport {
  monitors: readonly {
    name: string
    uptime_percent: number | null
    downtime_seconds: number
    incidents: number
    /** Days until its certificate expires; null unless that is soon. */
    certificate_days: number | null
    /** The same for the registration of its domain. */
    domain_days: number | null
  }[]
  /** Newest first. */
  incidents: readonly {
    /** Null for an incident of the website's traffic. */
    monitor_name: string | null
    cause: string
    started_at: string
    /** Null while it lasts. */
    resolved_at: string | null
    duration_seconds: number
    /** Estimated losses; null or empty when they are not known. */
    visitors_lost: number | null
    goals_lost: readonly { name: string; lost: number }[]
    revenue_lost: readonly { currency: string; lost: string }[]
  }[]
  /** Those that concern the website, oldest first. */
  deploys: readonly { version: string; environment: string; deployed_at: string }[]
}

/** Passed in by the roles: analytics does not import monitoring. */
export type ReadUptimeReport = (
  tx: UserTx,
  website_id: number,
  period: { span: { from_ms: number; to_ms: number }; now_ms: number },
) => Promise<UptimeReport>
