import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { sql } from '../../platform/postgres/index.ts'
import { type FactParts, gatherFacts } from './facts.ts'
import { planDueReports } from './plan.ts'
import { type SendParts, sendReport } from './send.ts'
import { purgeReportsUnscoped } from './store.ts'

type ReportTaskParts = Omit<SendParts, 'gather'> & FactParts & { log: Log }

/** A year, and one more month to compare with. */
const KEEP_MS = 400 * DAY_MS

export function reportTasks(parts: ReportTaskParts): Task[] {
  const { postgres, clock, log } = parts
  const sending: SendParts = { ...parts, gather: (asUser, request) => gatherFacts(parts, asUser, request) }
  return [
    defineTask({
      name: 'plan_reports',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        const planned = await planDueReports(parts)
        if (planned > 0) log.info({ reports: planned }, 'queued due reports')
      },
    }),
    defineTask({
      name: 'send_report',
      payload: z.object({ report_id: z.int() }),
      async run({ report_id }) {
        const at = await sendReport(sending, report_id)
        if (at === null) return
        await postgres.asRole('worker', (tx) =>
          tx.query(sql`select add_report_jobs(array[${report_id}::bigint], ${new Date(at)})`),
        )
      },
    }),
    defineTask({
      name: 'purge_reports',
      payload: z.object({}).loose(),
      cron: '29 3 * * *',
      async run() {
        const before = new Date(clock.now().getTime() - KEEP_MS)
        const purged = await postgres.asRole('worker', (tx) => purgeReportsUnscoped(tx, before))
        log.debug({ reports: purged }, 'deleted old report records')
      },
    }),
  ]
}
