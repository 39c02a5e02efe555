import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'

interface AuditLogTaskParts {
  config: Pick<Config, 'SITEWATCH_AUDIT_DAYS'>
  postgres: Postgres
  clock: Clock
  log: Log
}

const BATCH_ROWS = 1000
/** A run ends after this long; the next one, an hour later, goes on. */
const RUN_MS = 10_000

const purgeEntriesUnscoped = (tx: RoleTx<'worker'>, before: Date): Promise<number> =>
  tx.execute(sql`
    delete from audit_log where ctid = any (array (
      select ctid from audit_log where created_at < ${before} order by created_at limit ${BATCH_ROWS}))`)

export function auditLogTasks({ config, postgres, clock, log }: AuditLogTaskParts): Task[] {
  return [
    defineTask({
      name: 'purge_audit_log',
      payload: z.object({}).loose(),
      cron: '47 * * * *',
      async run() {
        const before = new Date(clock.now().getTime() - config.SITEWATCH_AUDIT_DAYS * DAY_MS)
        const until = performance.now() + RUN_MS
        let purged = 0
        for (let rows = BATCH_ROWS; rows === BATCH_ROWS && performance.now() < until; purged += rows) {
          rows = await postgres.asRole('worker', (tx) => purgeEntriesUnscoped(tx, before))
        }
        log.debug({ rows: purged }, 'deleted audit log entries past their retention period')
      },
    }),
  ]
}
