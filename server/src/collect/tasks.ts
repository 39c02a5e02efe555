import { z } from 'zod'
import { type Clock, systemClock } from '../platform/clock.ts'
import { defineTask, type Task } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'
import type { Postgres } from '../platform/postgres/index.ts'
import { lastGoneDay } from './salts.ts'
import { purgeDropsUnscoped, purgeSaltsUnscoped } from './store.ts'

interface CollectTaskParts {
  postgres: Postgres
  log: Log
  clock?: Clock
}

/** Just after midnight UTC, when a salt is 48 hours old, and every hour in case nobody was there then. */
function purgeSalts({ postgres, log, clock = systemClock }: CollectTaskParts): Task {
  return defineTask({
    name: 'purge_visitor_salts',
    payload: z.object({}).loose(),
    cron: '0 * * * *',
    async run() {
      const purged = await postgres.asRole('worker', async (tx) => ({
        salts: await purgeSaltsUnscoped(tx, lastGoneDay(clock.now().getTime())),
        drops: await purgeDropsUnscoped(tx),
      }))
      log.debug(purged, 'destroyed the keys of visitors of the day before yesterday')
    },
  })
}

export function collectTasks(parts: CollectTaskParts): Task[] {
  return [purgeSalts(parts)]
}
