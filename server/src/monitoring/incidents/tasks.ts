import { z } from 'zod'
import { DAY_MS } from '@sitewatch/contract/durations'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineTask, type Task } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import { type Postgres, type RoleTx, sql } from '../../platform/postgres/index.ts'
import { purgeDeploysUnscoped } from '../deploys/index.ts'

interface IncidentTaskParts {
  config: Pick<Config, 'SITEWATCH_INCIDENT_RETENTION_DAYS'>
  postgres: Postgres
  clock: Clock
  log: Log
}

const BATCH_ROWS = 1000
/** A run ends after this long; the next one, an hour later, continues. */
const RUN_MS = 10_000

type Purge = (tx: RoleTx<'worker'>, before: Date) => Promise<number>

/** Also deletes their deliveries. An incident that is still open stays, however old. */
const purgeIncidentsUnscoped: Purge = (tx, before) =>
  tx.execute(sql`
    delete from incidents where id in (
      select id from incidents where resolved_at < ${before} order by resolved_at limit ${BATCH_ROWS})`)

const purgeUnobservedUnscoped: Purge = (tx, before) =>
  tx.execute(sql`
    delete from monitor_unobserved where ctid = any (array (
      select ctid from monitor_unobserved where to_at < ${before} limit ${BATCH_ROWS}))`)

/** Notices about certificates and domains that have expired or were renewed since then. Also deletes their deliveries. */
const purgeNoticesUnscoped: Purge = (tx, before) =>
  tx.execute(sql`
    delete from notices where id in (select id from notices where created_at < ${before} order by id limit ${BATCH_ROWS})`)

/** A deleted monitor is kept for its incidents, and is deleted once they are. */
const purgeDeletedMonitorsUnscoped: Purge = (tx, before) =>
  tx.execute(sql`
    delete from monitors where id in (
      select m.id from monitors m where m.deleted_at < ${before}
        and not exists (select 1 from incidents i where i.team_id = m.team_id and i.monitor_id = m.id)
      limit ${BATCH_ROWS})`)

/** Deploys are kept for the incidents after them. */
const purgeOldDeploysUnscoped: Purge = (tx, before) => purgeDeploysUnscoped(tx, before, BATCH_ROWS)

const PURGES = [
  purgeIncidentsUnscoped,
  purgeNoticesUnscoped,
  purgeUnobservedUnscoped,
  purgeOldDeploysUnscoped,
  purgeDeletedMonitorsUnscoped,
]

export function incidentTasks({ config, postgres, clock, log }: IncidentTaskParts): Task[] {
  return [
    defineTask({
      name: 'purge_incidents',
      payload: z.object({}).loose(),
      cron: '23 * * * *',
      async run() {
        const before = new Date(clock.now().getTime() - config.SITEWATCH_INCIDENT_RETENTION_DAYS * DAY_MS)
        const until = performance.now() + RUN_MS
        let purged = 0
        for (const purge of PURGES) {
          for (let rows = BATCH_ROWS; rows === BATCH_ROWS && performance.now() < until; purged += rows) {
            rows = await postgres.asRole('worker', (tx) => purge(tx, before))
          }
        }
        log.debug({ rows: purged }, 'deleted incidents past their retention period')
      },
    }),
  ]
}
