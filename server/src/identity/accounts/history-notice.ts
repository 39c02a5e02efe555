import { z } from 'zod'
import type { Config } from '../../config.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { composeLetter } from '../../platform/mail/letter.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'

export interface HistoryNoticeParts {
  config: Pick<Config, 'BASE_URL'>
  postgres: Postgres
  mailer: Mailer | null
  log: Log
}

const NOTICE = 'history_behind'
const BEHIND_SECONDS = 600

/** Age of the oldest batch that is not in ClickHouse yet; 0 when there is none. */
function readBehindSeconds(postgres: Postgres): Promise<number> {
  return postgres.asRole(
    'worker',
    async (tx) =>
      (
        await tx.one(sql<{ seconds: number }>`
          select coalesce(max(extract(epoch from clock_timestamp() - created_at)), 0)::float8 as seconds
          from unnest(array['checks', 'events']) as k (kind)
          cross join lateral (select created_at from inbox where inbox.kind = k.kind order by id limit 1) as first`)
      ).seconds,
    { readOnly: true },
  )
}

function listAdministratorsUnscoped(postgres: Postgres): Promise<{ email: string }[]> {
  return postgres.asRole(
    'auth',
    (tx) => tx.query(sql<{ email: string }>`select email from users where is_administrator and not is_suspended`),
    { readOnly: true },
  )
}

async function mailAdministrators(
  { config, postgres, mailer, log }: HistoryNoticeParts,
  minutes: number,
): Promise<void> {
  log.error({ minutes }, 'statistics are behind: ClickHouse does not accept batches from the inbox')
  if (!mailer) return
  for (const { email } of await listAdministratorsUnscoped(postgres)) {
    await mailer
      .send({
        to: email,
        ...composeLetter({
          subject: `Sitewatch statistics are ${minutes} minutes behind`,
          paragraphs: [
            `ClickHouse on ${config.BASE_URL} has not accepted events and check results for ${minutes} minutes.`,
            'No data is lost: it is kept in Postgres and loaded when ClickHouse is available again. Alerts are not affected.',
          ],
          ending: 'Run "sitewatch doctor" on the server to find the cause, and check the free disk space of Postgres.',
        }),
      })
      .catch((error: unknown) => log.warn({ err: error }, 'e-mail to an administrator about delayed statistics failed'))
  }
}

/** Sends one mail when statistics fall behind, and the next only after they have caught up. */
export async function watchHistory(parts: HistoryNoticeParts): Promise<void> {
  const { postgres, log } = parts
  const seconds = await readBehindSeconds(postgres)
  if (seconds <= BEHIND_SECONDS) {
    const over = await postgres.asRole('worker', (tx) =>
      tx.execute(sql`delete from operator_notices where name = ${NOTICE}`),
    )
    if (over > 0) log.info('statistics have caught up')
    return
  }
  const isNew = await postgres.asRole('worker', (tx) =>
    tx.execute(sql`insert into operator_notices (name) values (${NOTICE}) on conflict do nothing`),
  )
  if (isNew > 0) await mailAdministrators(parts, Math.floor(seconds / 60))
}

export const historyNoticeTask = (parts: HistoryNoticeParts): Task =>
  defineTask({
    name: 'watch_history',
    payload: z.object({}).loose(),
    cron: '* * * * *',
    run: () => watchHistory(parts),
  })
