import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Loop } from '../progress.ts'
import { toDeadline } from '../postgres/frozen.ts'

const BEAT_MS = 2000
const SILENT_MS = 6000

/**
 * graphile-worker keeps the jobs of a killed worker locked for four hours. So each pool beats every 2 s, and whoever
 * beats frees what a pool silent for 6 s had locked. Forgetting the silent one and freeing its jobs is one statement:
 * killed between the two, nobody would free them any more.
 */
async function beat(pool: pg.Pool, poolId: string, log: Log): Promise<void> {
  await pool.query(
    `insert into worker_heartbeats (pool_id, worker_ids, seen_at) values ($1, array[$1], clock_timestamp())
     on conflict (pool_id) do update set seen_at = excluded.seen_at`,
    [poolId],
  )
  const { rows } = await pool.query<{ pool_id: string }>(
    `with silent as (
       select pool_id from worker_heartbeats where seen_at < clock_timestamp() - $1 * interval '1 millisecond'
       for update skip locked),
     gone as (
       delete from worker_heartbeats h using silent where h.pool_id = silent.pool_id returning h.pool_id, h.worker_ids)
     select pool_id, graphile_worker.force_unlock_workers(worker_ids) from gone`,
    [SILENT_MS],
  )
  const dead = [...rows, ...(await freeOrphans(pool))]
  for (const { pool_id } of dead) log.warn({ pool: pool_id }, 'freed the jobs of a silent worker')
}

/**
 * A pool may take jobs after it was forgotten: it was late with its beat and is then killed before the next, or the server
 * carries out the last statement of a dead one late. Seen among 10,000 outages on a machine with ten times the work it can do.
 */
async function freeOrphans(pool: pg.Pool): Promise<{ pool_id: string }[]> {
  const { rows } = await pool.query<{ pool_id: string }>(
    `select locked_by as pool_id, graphile_worker.force_unlock_workers(array[locked_by]) from (
       select locked_by, locked_at from graphile_worker._private_jobs where locked_at is not null
       union all
       select locked_by, locked_at from graphile_worker._private_job_queues where locked_at is not null) held
     where locked_at < clock_timestamp() - $1 * interval '1 millisecond'
       and not exists (select 1 from worker_heartbeats h where h.pool_id = held.locked_by)
     group by locked_by`,
    [SILENT_MS],
  )
  return rows
}

export interface Heart {
  /** Signs on a pool before it asks for its first job: a job locked by a pool that never beat would stay locked. */
  makePlugin(): GraphileConfig.Plugin
  /** The pool has ended by itself; what it held is freed like that of a silent one. */
  pause(): void
  stop(): Promise<void>
}

export function createHeart(pool: pg.Pool, log: Log, loop: Loop): Heart {
  /** What graphile-worker writes into locked_by: the id of its pool, not those of the workers in it. */
  let poolId: string | undefined
  let isUnderWay = false
  const beatOnce = async (): Promise<void> => {
    if (poolId === undefined || isUnderWay) return
    isUnderWay = true
    loop.begin()
    try {
      await beat(pool, poolId, log)
      loop.end()
    } catch (error) {
      loop.end(toDeadline(error))
      log.warn({ err: error }, 'the worker could not beat')
    }
    isUnderWay = false
  }
  const timer = setInterval(() => void beatOnce(), BEAT_MS)
  const signOn = (id: string): Promise<void> => {
    poolId = id
    log.info({ pool: id }, 'a worker has signed on')
    return beat(pool, id, log)
  }
  return {
    makePlugin() {
      let signedOn: Promise<void> | undefined
      return {
        name: 'sitewatch-heartbeat',
        version: '1',
        worker: { hooks: { startWorker: (_context, { worker }) => (signedOn ??= signOn(worker.workerPool.id)) } },
      }
    },
    pause: () => void (poolId = undefined),
    async stop() {
      clearInterval(timer)
      loop.stop()
      await pool.query('delete from worker_heartbeats where pool_id = $1', [poolId]).catch((error: unknown) => {
        log.warn({ err: error }, 'could not sign off; another worker will clean up')
      })
    },
  }
}
