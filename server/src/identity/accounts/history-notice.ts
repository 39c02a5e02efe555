import { z } from 'zod'
import type { Config } from '../../config.ts'
import { describeDamage } from '../../platform/clickhouse/index.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import { type Postgres, sql } from '../../platform/postgres/index.ts'
import { clearNotice, type NoticeParts, notifyAdministrators } from './operator-notice.ts'

export interface HistoryNoticeParts extends NoticeParts {
  config: Pick<Config, 'BASE_URL'>
  clickhouse: { readonly damaged_parts: readonly string[] }
}

const NOTICE = 'history_behind'
const DAMAGED = 'history_damaged'
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

/** Sends one mail when parts of the history were found damaged, because statistics show nothing of it but lower figures. */
export async function watchDamage(parts: HistoryNoticeParts): Promise<void> {
  const damaged = parts.clickhouse.damaged_parts
  if (damaged.length === 0) return void (await clearNotice(parts, DAMAGED))
  await notifyAdministrators(parts, DAMAGED, {
    subject: 'Sitewatch history is damaged',
    paragraphs: [
      `ClickHouse on ${parts.config.BASE_URL} found ${describeDamage(damaged)}. Their events and check results are missing from statistics. Alerts are not affected.`,
      'Old backups are kept until this is resolved.',
    ],
    ending: 'Run "sitewatch doctor" on the server. It says what to do.',
  })
}

/** Sends one mail when statistics fall behind, and the next only after they have caught up. */
export async function watchHistory(parts: HistoryNoticeParts): Promise<void> {
  const { config, postgres, log } = parts
  const seconds = await readBehindSeconds(postgres)
  if (seconds <= BEHIND_SECONDS) {
    if (await clearNotice(parts, NOTICE)) log.info('statistics have caught up')
    return
  }
  const minutes = Math.floor(seconds / 60)
  const isNew = await notifyAdministrators(parts, NOTICE, {
    subject: `Sitewatch statistics are ${minutes} minutes behind`,
    paragraphs: [
      `ClickHouse on ${config.BASE_URL} has not accepted events and check results for ${minutes} minutes.`,
      'No data is lost: it is kept in Postgres and loaded when ClickHouse is available again. Alerts are not affected.',
    ],
    ending: 'Run "sitewatch doctor" on the server to find the cause, and check the free disk space of Postgres.',
  })
  if (isNew) log.error({ minutes }, 'statistics are behind: ClickHouse does not accept batches from the inbox')
}

export const historyNoticeTask = (parts: HistoryNoticeParts): Task =>
  defineTask({
    name: 'watch_history',
    payload: z.object({}).loose(),
    cron: '* * * * *',
    async run() {
      await watchHistory(parts)
      await watchDamage(parts)
    },
  })
