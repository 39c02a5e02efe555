import { z } from 'zod'
import { HOUR_MS } from '@sitewatch/contract/durations'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { sql } from '../../platform/postgres/index.ts'
import { deliverToProvider } from './deliver.ts'
import type { DeliverParts } from './deliver-parts.ts'
import { DeliveryRun } from './delivery-run.ts'
import { closeRemoteAlerts } from './remote-alerts.ts'

const POSTPONE_MS = 1000
/** Longer than the backoff between retries. Quiet hours hold deliveries for longer. */
const QUIET_MS = HOUR_MS

export function notificationTasks(parts: DeliverParts & { log: Log }): Task[] {
  const addJob = async (provider_id: number, at: number): Promise<void> => {
    await parts.postgres.asRole('worker', (tx) =>
      tx.query(sql`select add_deliver_job(${provider_id}, ${new Date(at)})`),
    )
  }
  return [
    defineTask({
      name: 'deliver',
      payload: z.object({ provider_id: z.int() }),
      async run({ provider_id }, _due_at, confirmHeld) {
        const run = await DeliveryRun.open(parts.postgres, provider_id, confirmHeld)
        const at = await deliverToProvider(parts, provider_id, run)
        const isDone = at === null || at > parts.clock.now().getTime() + QUIET_MS
        const closing_at = isDone ? await closeRemoteAlerts(parts, provider_id, run) : null
        const next = Math.min(at ?? Infinity, closing_at ?? Infinity)
        if (next < Infinity) await addJob(provider_id, next)
      },
      postpone: ({ provider_id }) => addJob(provider_id, parts.clock.now().getTime() + POSTPONE_MS),
    }),
    defineTask({
      name: 'requeue_deliveries',
      payload: z.object({}).loose(),
      cron: '* * * * *',
      async run() {
        const stranded = await parts.postgres.asRole('worker', (tx) =>
          tx.query(sql<{ provider_id: number }>`select provider_id from requeue_stranded_deliveries()`),
        )
        await parts.postgres.asRole('worker', (tx) => tx.query(sql`select purge_superseded_jobs()`))
        await parts.postgres.asRole('worker', (tx) => tx.query(sql`select requeue_ended_remote_alerts()`))
        if (stranded.length === 0) return
        const provider_ids = stranded.map((row) => row.provider_id)
        parts.log.error({ provider_ids }, 'pending alerts had no job; re-queued them')
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
    defineTask({
      name: 'announce_expiry',
      payload: z.object({}).loose(),
      // It reads every monitor and counts in days, so it need not run every minute.
      cron: '*/10 * * * *',
      async run() {
        await parts.postgres.asRole('worker', (tx) => tx.query(sql`select announce_expiry()`))
      },
    }),
  ]
}
