import { z } from 'zod'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { sql } from '../../platform/postgres/index.ts'
import { announceIncident } from './incident-announcement.ts'
import { channelsOf, type MessageParts, notifySubscribers, sendConfirmation } from './send-messages.ts'
import { announceUpdate, findUpdate } from './update-announcement.ts'
import { verifyDomains, type VerifyParts } from './verify-domains.ts'

const IncidentChange = z.object({
  status_page_id: z.int(),
  incident_id: z.int(),
  kind: z.enum(['opened', 'resolved']),
})

/** Each job sends up to a hundred messages and then goes to the end of the queue, so that a large page does not block others. */
function announcementTasks(parts: MessageParts): Task[] {
  const { postgres } = parts
  const rules = { base_url: parts.config.BASE_URL, channels: channelsOf(parts) }
  return [
    defineTask({
      name: 'tell_subscribers',
      payload: IncidentChange,
      async run(change) {
        const at = await notifySubscribers(parts, announceIncident(change, rules))
        if (at === null) return
        const { status_page_id, incident_id, kind } = change
        await postgres.asRole('worker', (tx) =>
          tx.query(sql`select add_tell_job(${status_page_id}, ${incident_id}, ${kind}, ${at})`),
        )
      },
    }),
    defineTask({
      name: 'tell_of_update',
      payload: z.object({ team_id: z.int(), update_id: z.int() }),
      async run(update) {
        const at = await notifySubscribers(parts, announceUpdate(update, rules))
        if (at === null) return
        await postgres.asRole('worker', async (tx) => {
          const row = await findUpdate(tx, update)
          if (!row) return
          await tx.query(
            sql`select add_tell_update_job(${update.team_id}, ${update.update_id}, ${row.status_page_id}, ${at})`,
          )
        })
      },
    }),
  ]
}

export function statusPageTasks(parts: MessageParts & VerifyParts): Task[] {
  return [
    defineTask({
      name: 'ask_subscriber',
      payload: z.object({ subscriber_id: z.int() }),
      run: ({ subscriber_id }) => sendConfirmation(parts, subscriber_id),
    }),
    ...announcementTasks(parts),
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
