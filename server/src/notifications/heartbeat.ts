import { z } from 'zod'
import type { Config } from '../config.ts'
import { requestTrusted } from '../platform/egress/trusted.ts'
import { defineTask, type Task } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'
import { type Postgres, sql } from '../platform/postgres/index.ts'

export interface HeartbeatParts {
  config: Pick<Config, 'SITEWATCH_HEARTBEAT_URL'>
  postgres: Postgres
  log: Log
}

interface Vitals {
  /** Of the check that has waited longest; null when none waits. */
  late_check_seconds: number | null
  /** Of the alert that has waited longest without even a try. */
  late_alert_seconds: number | null
  canary_seen: boolean
}

const MOST_LATE_CHECK_SECONDS = 60
const MOST_LATE_ALERT_SECONDS = 300

/** What is wrong with us, in words for the operator's log; null when nothing is. */
export function findComplaint({ late_check_seconds, late_alert_seconds, canary_seen }: Vitals): string | null {
  if ((late_check_seconds ?? 0) > MOST_LATE_CHECK_SECONDS) return `a check is ${late_check_seconds} s late`
  if ((late_alert_seconds ?? 0) > MOST_LATE_ALERT_SECONDS) return `an alert has waited ${late_alert_seconds} s`
  return canary_seen ? null : 'the last canary did not arrive'
}

/** Looks at how we are and sends the next canary off, in one transaction. */
export async function takePulse(postgres: Postgres): Promise<Vitals> {
  return postgres.asRole('worker', async (tx) => {
    const vitals = await tx.one(sql<Vitals>`
      select (select ((clock_ms() - min(next_due_at)) / 1000)::int from monitor_state where next_due_at < clock_ms()) as late_check_seconds,
        (select extract(epoch from now() - min(created_at))::int from deliveries where status = 'pending' and attempts = 0) as late_alert_seconds,
        (select flipped_at is null or coalesce(seen_at >= flipped_at, false) from canary) as canary_seen`)
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
        if (complaint !== null) return log.error({ complaint }, 'not well, so no heartbeat is sent')
        if (config.SITEWATCH_HEARTBEAT_URL === undefined) return undefined
        const result = await requestTrusted(config.SITEWATCH_HEARTBEAT_URL, { method: 'GET', timeout_ms: 10_000 })
        if (!result.ok) log.warn({ why: result.message }, 'the heartbeat could not be delivered')
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
