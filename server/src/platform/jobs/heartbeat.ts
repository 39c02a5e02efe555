import type pg from 'pg'
import type { Log } from '../log.ts'
import type { Loop } from '../progress.ts'
import { toDeadline } from '../postgres/frozen.ts'

const HEARTBEAT_MS = 2000
const DEAD_AFTER_MS = 6000

/**
 * graphile-worker keeps the jobs of a killed worker locked for four hours. So each pool sends a heartbeat every 2 s, and each heartbeat
 * releases the jobs of pools without one for 6 s. Deleting the dead pool and releasing its jobs is one statement: if the process were
 * killed between the two, nobody would release them any more.
 */
async function sendHeartbeat(pool: pg.Pool, poolId: string, log: Log): Promise<void> {
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
    [DEAD_AFTER_MS],
  )
  const dead = [...rows, ...(await releaseOrphans(pool))]
  for (const { pool_id } of dead)
    log.warn({ pool: pool_id }, 'released the jobs of a worker that stopped sending heartbeats')
}

/**
 * A pool may take jobs after its row was deleted: its heartbeat was late and it is killed before the next one, or Postgres executes the last
 * statement of a dead pool late. Seen among 10,000 outages on a machine with ten times the load it can handle.
 */
async function releaseOrphans(pool: pg.Pool): Promise<{ pool_id: string }[]> {
  const { rows } = await pool.query<{ pool_id: string }>(
    `select locked_by as pool_id, graphile_worker.force_unlock_workers(array[locked_by]) from (
       select locked_by, locked_at from graphile_worker._private_jobs where locked_at is not null
       union all
       select locked_by, locked_at from graphile_worker._private_job_queues where locked_at is not null) held
     where locked_at < clock_timestamp() - $1 * interval '1 millisecond'
       and not exists (select 1 from worker_heartbeats h where h.pool_id = held.locked_by)
     group by locked_by`,
    [DEAD_AFTER_MS],
  )
  return rows
}

export interface WorkerHeartbeat {
  /** Registers a pool before it fetches its first job: a job locked by a pool that never sent a heartbeat would stay locked. */
  makePlugin(): GraphileConfig.Plugin
  /** The pool has crashed; its jobs are released like those of a dead one. */
  pause(): void
  stop(): Promise<void>
}

export function createWorkerHeartbeat(pool: pg.Pool, log: Log, loop: Loop): WorkerHeartbeat {
  /** What graphile-worker writes into locked_by: the ID of its pool, not of a worker in it. */
  let poolId: string | undefined
  let isRunning = false
  const runHeartbeat = async (): Promise<void> => {
    if (poolId === undefined || isRunning) return
    isRunning = true
    loop.begin()
    try {
      await sendHeartbeat(pool, poolId, log)
      loop.end()
    } catch (error) {
      loop.end(toDeadline(error))
      log.warn({ err: error }, 'worker heartbeat failed')
    }
    isRunning = false
  }
  const timer = setInterval(() => void runHeartbeat(), HEARTBEAT_MS)
  const register = (id: string): Promise<void> => {
    poolId = id
    log.info({ pool: id }, 'worker registered')
    return sendHeartbeat(pool, id, log)
  }
  return {
    makePlugin() {
      let registered: Promise<void> | undefined
      return {
        name: 'sitewatch-heartbeat',
        version: '1',
        worker: { hooks: { startWorker: (_context, { worker }) => (registered ??= register(worker.workerPool.id)) } },
      }
    },
    pause: () => void (poolId = undefined),
    async stop() {
      clearInterval(timer)
      loop.stop()
      await pool.query('delete from worker_heartbeats where pool_id = $1', [poolId]).catch((error: unknown) => {
        log.warn({ err: error }, 'could not unregister; another worker will release its jobs')
      })
    },
  }
}
