import { z } from 'zod'
import type { Config } from '../../config.ts'
import { requestTrusted } from '../../platform/egress/trusted.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'

export interface HeartbeatParts {
  config: Pick<Config, 'SITEWATCH_HEARTBEAT_URL'>
  postgres: Postgres
  log: Log
}

export interface Vitals {
  /** Of the check that has waited longest, if more than a minute. */
  late_check_seconds: number | null
  /** How many accounts have a check that is late by more than a minute, and of how many; the latter is 0 when none is late. */
  late_accounts: number
  watched_accounts: number
  /** Of the alert that has waited longest without even a try, for no reason of its own account. */
  late_alert_seconds: number | null
  /** Where checks are planned and no prober is alive; '' is this server. */
  silent_locations: string[]
  /** No prober of this server reaches an anchor. */
  is_offline: boolean
  canary_seen: boolean
}

const MAX_LATE_ALERT_SECONDS = 300
const MIN_LATE_SHARE = 0.1

/** One account among others may be late by its own doing: thousands of monitors on one slow host. */
function areChecksLate({ late_accounts, watched_accounts }: Vitals): boolean {
  if (late_accounts === 0) return false
  return late_accounts === watched_accounts || (late_accounts > 1 && late_accounts > watched_accounts * MIN_LATE_SHARE)
}

/** What is wrong with us, in words for the operator's log; null when nothing is. */
export function findComplaint(vitals: Vitals): string | null {
  const { silent_locations, late_check_seconds, late_alert_seconds } = vitals
  const [silent] = silent_locations
  if (silent !== undefined) return silent === '' ? 'no prober is running' : `no prober of location ${silent} is running`
  if (vitals.is_offline) return 'no anchor (SITEWATCH_ANCHORS) can be reached, so no target is reported down'
  if (areChecksLate(vitals)) return `checks are up to ${late_check_seconds} s late`
  if ((late_alert_seconds ?? 0) > MAX_LATE_ALERT_SECONDS) return `an alert has waited ${late_alert_seconds} s`
  return vitals.canary_seen ? null : 'the last canary job has not run'
}

/** Looks at how we are and sends the next canary off, in one transaction. */
export async function takePulse(postgres: Postgres): Promise<Vitals> {
  return postgres.asRole('worker', async (tx) => {
    const vitals = await tx.one(sql<Vitals>`
      select late_check_seconds, late_accounts, watched_accounts, late_alert_seconds, silent_locations, is_offline, canary_seen
      from read_vitals()`)
    await tx.execute(sql`update canary set flipped_at = clock_timestamp()`)
    await tx.query(sql`select add_canary_job()`)
    return vitals
  })
}

/** Once a minute, and only while all is well: silence is what tells the one who watches us. */
export function heartbeatTasks({ config, postgres, log }: HeartbeatParts): Task[] {
  return [
    defineTask({
      name: 'heartbeat',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        const complaint = findComplaint(await takePulse(postgres))
        if (complaint !== null) return log.error({ complaint }, 'heartbeat suppressed')
        if (config.SITEWATCH_HEARTBEAT_URL === undefined) return undefined
        const result = await requestTrusted(config.SITEWATCH_HEARTBEAT_URL, { method: 'GET', timeout_ms: 10_000 })
        if (!result.ok) log.warn({ why: result.message }, 'the heartbeat could not be sent')
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
