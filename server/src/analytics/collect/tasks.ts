import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import { lastPurgedDay } from './salts.ts'
import { findRetentionUnscoped, purgeDropsUnscoped, purgeSaltsUnscoped } from './store.ts'

interface CollectTaskParts {
  config: Pick<Config, 'SITEWATCH_RETENTION_DAYS'>
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'execute'>
  log: Log
  clock?: Clock
}

/** Just after midnight UTC, when a salt is 48 hours old, and every hour in case no worker ran then. */
function purgeSalts({ postgres, log, clock = systemClock }: CollectTaskParts): Task {
  return defineTask({
    name: 'purge_visitor_salts',
    payload: z.object({}).loose(),
    cron: '0 * * * *',
    async run() {
      const purged = await postgres.asRole('worker', async (tx) => ({
        salts: await purgeSaltsUnscoped(tx, lastPurgedDay(clock.now().getTime())),
        drops: await purgeDropsUnscoped(tx),
      }))
      log.debug(purged, 'deleted the visitor salts of the day before yesterday')
    },
  })
}

/** Rows that arrive in the same second may still have the previous setting; ClickHouse deletes the rest in the background. */
function applyRetention({ config, postgres, clickhouse }: CollectTaskParts): Task {
  return defineTask({
    name: 'apply_retention',
    payload: z.object({ website_id: z.int() }),
    async run({ website_id }) {
      const setting = await postgres.asRole('worker', (tx) => findRetentionUnscoped(tx, website_id))
      if (!setting) return
      const days = setting.retention_days ?? config.SITEWATCH_RETENTION_DAYS
      for (const table of ['events', 'filtered_events', 'event_days', 'stats_days', 'stats_visits', 'stats_builds']) {
        await clickhouse.execute(
          `ALTER TABLE ${table} UPDATE retention_days = {days:UInt16}
           WHERE website_id = {id:UInt64} AND retention_days != {days:UInt16} SETTINGS mutations_sync = 0`,
          { id: website_id, days },
        )
      }
    },
  })
}

export function collectTasks(parts: CollectTaskParts): Task[] {
  return [purgeSalts(parts), applyRetention(parts)]
}
