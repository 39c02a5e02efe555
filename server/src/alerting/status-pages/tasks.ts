import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { sql } from '../../platform/postgres/index.ts'
import { askSubscriber, tellSubscribers, type TellParts } from './tell.ts'
import { verifyDomains, type VerifyParts } from './verify-domains.ts'

const Announcement = z.object({
  status_page_id: z.int(),
  incident_id: z.int(),
  kind: z.enum(['opened', 'resolved']),
})

export function statusPageTasks(parts: TellParts & VerifyParts): Task[] {
  return [
    defineTask({
      name: 'ask_subscriber',
      payload: z.object({ subscriber_id: z.int() }),
      run: ({ subscriber_id }) => askSubscriber(parts, subscriber_id),
    }),
    defineTask({
      name: 'tell_subscribers',
      payload: Announcement,
      async run(announcement) {
        // A hundred per job, and then to the end of the queue: a large page does not block others.
        const at = await tellSubscribers(parts, announcement)
        if (at === null) return
        const { status_page_id, incident_id, kind } = announcement
        await parts.postgres.asRole('worker', (tx) =>
          tx.query(sql`select add_tell_job(${status_page_id}, ${incident_id}, ${kind}, ${at})`),
        )
      },
    }),
    defineTask({
      name: 'verify_domains',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        await verifyDomains(parts)
      },
    }),
  ]
}
