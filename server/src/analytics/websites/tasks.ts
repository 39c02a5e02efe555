import { z } from 'zod'
import { type ClickHouse, purgeRows } from '../../platform/clickhouse/index.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { emptySql, type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'

export interface WebsiteTaskParts {
  postgres: Postgres
  clickhouse: ClickHouse
  log: Log
}

/** Websites per pass of ClickHouse over its parts. */
const BATCH = 500

interface OpenPurge {
  website_id: number
  progress_percent: number
}

/**
 * The scheduled run also repeats purges that finished within a day: events accepted before the deletion may have arrived after the
 * purge. A job for one user does only new ones.
 */
const findPurgesUnscoped = (tx: RoleTx<'worker'>, after: number, team_id: number | undefined): Promise<OpenPurge[]> =>
  tx.query(sql<OpenPurge>`
    select website_id, progress_percent from website_purges
    where website_id > ${after} and ${
      team_id === undefined
        ? sql`(status = 'pending' or finished_at > now() - interval '1 day')`
        : sql`status = 'pending' and team_id = ${team_id}`
    }
    order by website_id limit ${BATCH}`)

async function saveProgressUnscoped(tx: RoleTx<'worker'>, ids: readonly number[], percent: number): Promise<void> {
  const done = percent === 100
  await tx.execute(sql`
    update website_purges set progress_percent = ${percent}
      ${done ? sql`, status = 'done', finished_at = coalesce(finished_at, now())` : emptySql}
    where website_id = any(${ids}::bigint[]) and status = 'pending'`)
}

const deleteOldPurgesUnscoped = (tx: RoleTx<'worker'>): Promise<number> =>
  tx.execute(sql`delete from website_purges where status = 'done' and finished_at <= now() - interval '1 day'`)

function purgeWebsiteEvents({ postgres, clickhouse, log }: WebsiteTaskParts): Task {
  const saveProgress = (ids: readonly number[], percent: number): Promise<void> =>
    postgres.asRole('worker', (tx) => saveProgressUnscoped(tx, ids, percent))

  return defineTask({
    name: 'purge_website_events',
    payload: z.object({ team_id: z.int().optional() }).loose(),
    cron: '41 * * * *',
    async run({ team_id }) {
      let last = 0
      for (;;) {
        const open = await postgres.asRole('worker', (tx) => findPurgesUnscoped(tx, last, team_id))
        if (open.length === 0) break
        const ids = open.map((purge) => purge.website_id)
        const start = Math.min(...open.map((purge) => purge.progress_percent))
        const done = await purgeRows(clickhouse, {
          column: 'website_id',
          ids,
          // After a restart the progress continues from where it was, instead of 0.
          onProgress: (percent) => saveProgress(ids, Math.min(99, start + Math.floor(((100 - start) * percent) / 100))),
        })
        if (done) await saveProgress(ids, 100)
        else
          log.warn(
            { websites: ids.length },
            'deletion of events is not finished yet; the next run continues within the hour',
          )
        last = ids.at(-1) ?? last
      }
      if (team_id === undefined) await postgres.asRole('worker', deleteOldPurgesUnscoped)
    },
  })
}

export function websiteTasks(parts: WebsiteTaskParts): Task[] {
  return [purgeWebsiteEvents(parts)]
}
