import { z } from 'zod'
import type { Config } from '../../config.ts'
import { requestTrusted } from '../../platform/egress/trusted.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'

export interface DeadmanParts {
  config: Pick<Config, 'SITEWATCH_HEARTBEAT_URL'>
  postgres: Postgres
  log: Log
}

export interface HealthFigures {
  /** How late the most overdue check is, if more than a minute. */
  late_check_seconds: number | null
  /** Teams with a check more than a minute late, and all teams with checks; the latter is 0 when none is late. */
  late_teams: number
  watched_teams: number
  /** How long the oldest alert has waited without an attempt, unless its own team is the reason. */
  late_alert_seconds: number | null
  /** Locations with scheduled checks and no live prober; '' is this server. */
  silent_locations: string[]
  /** No prober of this server reaches an anchor. */
  is_offline: boolean
  canary_seen: boolean
}

const MAX_LATE_ALERT_SECONDS = 300
const MIN_LATE_SHARE = 0.1

/** One team of many may cause its own delay, such as thousands of monitors on one slow host. */
function areChecksLate({ late_teams, watched_teams }: HealthFigures): boolean {
  if (late_teams === 0) return false
  return late_teams === watched_teams || (late_teams > 1 && late_teams > watched_teams * MIN_LATE_SHARE)
}

/** What is wrong with this server, for the operator's log; null when nothing is. */
export function findHealthProblem(figures: HealthFigures): string | null {
  const { silent_locations, late_check_seconds, late_alert_seconds } = figures
  const [silent] = silent_locations
  if (silent !== undefined) return silent === '' ? 'no prober is running' : `no prober of location ${silent} is running`
  if (figures.is_offline) return 'no anchor (SITEWATCH_ANCHORS) can be reached, so no target is reported down'
  if (areChecksLate(figures)) return `checks are up to ${late_check_seconds} s late`
  if ((late_alert_seconds ?? 0) > MAX_LATE_ALERT_SECONDS) return `an alert has been pending for ${late_alert_seconds} s`
  return figures.canary_seen ? null : 'the last canary job has not run'
}

/** Reads the health figures and queues the next canary job, in one transaction. */
export async function measureHealth(postgres: Postgres): Promise<HealthFigures> {
  return postgres.asRole('worker', async (tx) => {
    const figures = await tx.one(sql<HealthFigures>`
      select late_check_seconds, late_teams, watched_teams, late_alert_seconds, silent_locations, is_offline, canary_seen
      from read_service_health()`)
    await tx.execute(sql`update canary set flipped_at = clock_timestamp()`)
    await tx.query(sql`select add_canary_job()`)
    return figures
  })
}

/** Sent once a minute while the server is healthy. The service that receives it alerts when it stops arriving. */
export function deadmanTasks({ config, postgres, log }: DeadmanParts): Task[] {
  return [
    defineTask({
      name: 'heartbeat',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        const problem = findHealthProblem(await measureHealth(postgres))
        if (problem !== null) return log.error({ problem }, 'heartbeat suppressed')
        if (config.SITEWATCH_HEARTBEAT_URL === undefined) return undefined
        const result = await requestTrusted(config.SITEWATCH_HEARTBEAT_URL, { method: 'GET', timeout_ms: 10_000 })
        if (!result.ok) log.warn({ why: result.message }, 'heartbeat request failed')
      },
    }),
    defineTask({
      name: 'canary',
      payload: z.object({}).loose(),
      async run() {
        await postgres.asRole('worker', (tx) => tx.execute(sql`update canary set seen_at = clock_timestamp()`))
      },
    }),
  ]
}
