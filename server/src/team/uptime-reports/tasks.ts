import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { sql } from '../../platform/postgres/index.ts'
import { planUptimeReports } from './plan.ts'
import { type SendParts, sendUptimeReport } from './send.ts'
import { purgeSendsUnscoped } from './sends.ts'

const KEEP_MS = 400 * DAY_MS

export function uptimeReportTasks(parts: SendParts & { log: Log }): Task[] {
  const { postgres, clock, log } = parts
  return [
    defineTask({
      name: 'plan_uptime_reports',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        const planned = await planUptimeReports(parts)
        if (planned > 0) log.info({ reports: planned }, 'queued due uptime reports')
      },
    }),
    defineTask({
      name: 'send_uptime_report',
      payload: z.object({ send_id: z.int() }),
      async run({ send_id }) {
        const at = await sendUptimeReport(parts, send_id)
        if (at === null) return
        const requeue = sql`select add_uptime_report_jobs(array[${send_id}::bigint], ${new Date(at)})`
        await postgres.asRole('worker', (tx) => tx.query(requeue))
      },
    }),
    defineTask({
      name: 'purge_uptime_reports',
      payload: z.object({}).loose(),
      cron: '31 3 * * *',
      async run() {
        const before = new Date(clock.now().getTime() - KEEP_MS)
        const purged = await postgres.asRole('worker', (tx) => purgeSendsUnscoped(tx, before))
        log.debug({ reports: purged }, 'deleted old uptime report records')
      },
    }),
  ]
}
