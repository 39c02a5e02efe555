import { z } from 'zod'
import { defineTask, type Task } from '../platform/jobs/index.ts'
import { sql } from '../platform/postgres/index.ts'
import { deliverToProvider, type DeliverParts } from './deliver.ts'

export function notificationTasks(parts: DeliverParts): Task[] {
  return [
    defineTask({
      name: 'deliver',
      payload: z.object({ provider_id: z.int() }),
      async run({ provider_id }) {
        const at = await deliverToProvider(parts, provider_id)
        if (at === null) return
        await parts.postgres.asRole('worker', (tx) =>
          tx.query(sql`select add_deliver_job(${provider_id}, ${new Date(at)})`),
        )
      },
    }),
    defineTask({
      name: 'remind',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        await parts.postgres.asRole('worker', (tx) => tx.query(sql`select announce_reminders()`))
      },
    }),
  ]
}
