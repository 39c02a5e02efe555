import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'
import { escalate } from './escalate.ts'

/** The cron job, which runs every minute, finds later ones in time. */
const SOON_MS = 65_000

export function escalationTasks(parts: { postgres: Postgres }): Task[] {
  return [
    defineTask({
      name: 'escalate',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        const next = await escalate(parts)
        if (next === null) return
        await parts.postgres.asRole('worker', (tx) =>
          tx.query(sql`
            select add_escalate_job(to_timestamp(${next} / 1000.0)) where ${next}::bigint < clock_ms() + ${SOON_MS}`),
        )
      },
    }),
  ]
}
