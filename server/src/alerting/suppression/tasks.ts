import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { sql } from '../../platform/postgres/index.ts'
import { releaseAlerts, type ReleaseParts } from './release.ts'

/** The cron job, which runs every minute, finds later ones. */
const SOON_MS = 50_000

export function suppressionTasks(parts: ReleaseParts): Task[] {
  return [
    defineTask({
      name: 'release_alerts',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        const next = await releaseAlerts(parts)
        if (next === null) return
        await parts.postgres.asRole('worker', (tx) =>
          tx.query(sql`
            select add_release_alerts_job(to_timestamp(${next} / 1000.0)) where ${next}::bigint < clock_ms() + ${SOON_MS}`),
        )
      },
    }),
  ]
}
